package dev.sluice.local.botapi.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Calls that a rule keeps back until they are released. Thread-safe. */
public final class Holds {

    private final Map<Long, Held> held = new LinkedHashMap<>();

    void hold(long sequence, long botId, String method, String rule, Runnable resume) {
        synchronized (held) {
            held.put(sequence, new Held(sequence, botId, method, rule, resume));
        }
    }

    /** What is held now, oldest first. */
    public List<Held> list() {
        synchronized (held) {
            return List.copyOf(held.values());
        }
    }

    /** Lets go the calls that this rule holds; empty text: all. Returns how many. */
    public int release(String rule) {
        List<Held> freed = new ArrayList<>();
        synchronized (held) {
            for (Held call : held.values()) {
                if (rule.isEmpty() || call.rule.equals(rule)) {
                    freed.add(call);
                }
            }
            freed.forEach(call -> held.remove(call.sequence));
        }
        freed.forEach(call -> call.resume.run());
        return freed.size();
    }

    /**
     * One held call.
     *
     * @param sequence its number in the ledger
     */
    public record Held(long sequence, long botId, String method, String rule, Runnable resume) {}
}
