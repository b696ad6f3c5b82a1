package dev.sluice.local.botapi.ledger;

import dev.sluice.local.botapi.core.Fetch;
import dev.sluice.local.botapi.core.IdRanges;
import dev.sluice.local.botapi.core.Pushed;
import dev.sluice.local.botapi.core.UpdateBytes;
import java.util.ArrayList;
import java.util.List;

/** What one bot was given and what became of it, per id sequence. Guarded by its bot's lock. */
public final class BotLedger {

    private final long botId;
    private final Keeping keeping;
    private final SimulatedClock clock;
    private final List<Sequence> sequences = new ArrayList<>();
    private long refused;

    BotLedger(long botId, Keeping keeping, SimulatedClock clock) {
        this.botId = botId;
        this.keeping = keeping;
        this.clock = clock;
    }

    /** Notes an update that was offered, whether or not it was queued. */
    public void pushed(Pushed pushed, String kind, UpdateBytes bytes, long nanos) {
        if (pushed.outcome() != Pushed.Outcome.QUEUED) {
            refused++;
            return;
        }
        dropped(pushed.cleared());
        if (sequences.isEmpty() || current().pushes.nextId() != pushed.id()) {
            sequences.add(new Sequence(new PushLog(pushed.id(), keeping)));
        }
        current().pushes.add(pushed.id(), kind, bytes, nanos);
    }

    public void fetched(Fetch fetch) {
        if (!sequences.isEmpty()) {
            Sequence now = current();
            now.confirmed = now.confirmed.plus(fetch.confirmed());
            now.deletedUnseen = now.deletedUnseen.plus(fetch.deletedUnseen());
            now.dropped = now.dropped.plus(fetch.dropped());
            now.expired = now.expired.plus(fetch.expired());
        }
    }

    public void dropped(IdRanges ids) {
        if (!sequences.isEmpty()) {
            current().dropped = current().dropped.plus(ids);
        }
    }

    public void expired(IdRanges ids) {
        if (!sequences.isEmpty()) {
            current().expired = current().expired.plus(ids);
        }
    }

    /** Updates that were given an id. */
    public long generated() {
        return sequences.stream().mapToLong(s -> s.pushes.count()).sum();
    }

    public long confirmed() {
        return sequences.stream().mapToLong(s -> s.confirmed.count()).sum();
    }

    /** Updates that were offered and not queued: filtered, too old, too big or the queue was full. */
    public long refused() {
        return refused;
    }

    private Sequence current() {
        return sequences.get(sequences.size() - 1);
    }

    /** One line per sequence: what was made and what happened to it. */
    void appendSummary(StringBuilder json) {
        for (int n = 0; n < sequences.size(); n++) {
            Sequence sequence = sequences.get(n);
            new JsonLine(json)
                    .number("bot_id", botId)
                    .number("sequence", n + 1)
                    .number("first", sequence.pushes.firstId())
                    .number("last", sequence.pushes.lastId())
                    .raw("confirmed", sequence.confirmed.toJson())
                    .raw("deleted_unseen", sequence.deletedUnseen.toJson())
                    .raw("dropped", sequence.dropped.toJson())
                    .raw("expired", sequence.expired.toJson())
                    .end();
        }
    }

    /** One line per update that was made, up to {@code most} from a running number on; returns the next running number. */
    int appendPushes(StringBuilder json, int from, int most, boolean withBytes) {
        int skipped = 0;
        int written = 0;
        for (int n = 0; n < sequences.size() && written < most; n++) {
            PushLog pushes = sequences.get(n).pushes;
            for (int at = Math.max(0, from - skipped); at < pushes.lines() && written < most; at++) {
                pushes.appendJson(json, at, botId, n + 1, withBytes, clock);
                written++;
            }
            skipped += pushes.lines();
        }
        return from + written;
    }

    private static final class Sequence {
        final PushLog pushes;
        IdRanges confirmed = IdRanges.NONE;
        IdRanges deletedUnseen = IdRanges.NONE;
        IdRanges dropped = IdRanges.NONE;
        IdRanges expired = IdRanges.NONE;

        Sequence(PushLog pushes) {
            this.pushes = pushes;
        }
    }
}
