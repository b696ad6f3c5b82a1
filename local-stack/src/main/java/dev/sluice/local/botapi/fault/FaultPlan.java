package dev.sluice.local.botapi.fault;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The rules in force; the first that strikes a call decides. Thread-safe. */
public final class FaultPlan {

    private final String source;
    private final List<FaultRule> rules;
    private final boolean clientCreationFlood;
    private final RandomGenerator random;
    private final long startNanos;

    FaultPlan(
            String source,
            List<FaultRule> rules,
            boolean clientCreationFlood,
            RandomGenerator random,
            long startNanos) {
        this.source = source;
        this.rules = List.copyOf(rules);
        this.clientCreationFlood = clientCreationFlood;
        this.random = random;
        this.startNanos = startNanos;
    }

    /** No faults. */
    public static FaultPlan none() {
        return FaultPlanCodec.decode("{}", 0);
    }

    /** The fault that meets this call, if any. */
    public Optional<Struck> decide(String method, long botId, long nowNanos) {
        if (rules.isEmpty()) {
            return Optional.empty();
        }
        long sinceMs = (nowNanos - startNanos) / 1_000_000L;
        synchronized (rules) {
            for (FaultRule rule : rules) {
                if (rule.strikes(method, botId, sinceMs, random)) {
                    return Optional.of(new Struck(rule.name(), rule.action()));
                }
            }
        }
        return Optional.empty();
    }

    /** Whether new clients are limited to 20 a minute and 600 an hour per address (TELEGRAM.md 2). */
    public boolean clientCreationFlood() {
        return clientCreationFlood;
    }

    /** The plan as it was put, JSON. */
    public String source() {
        return source;
    }

    /** How often each rule struck, by name. */
    public Map<String, Long> struck() {
        Map<String, Long> counts = new LinkedHashMap<>();
        synchronized (rules) {
            for (FaultRule rule : rules) {
                counts.put(rule.name(), rule.struck());
            }
        }
        return counts;
    }

    /** A rule and what it does. */
    public record Struck(String rule, FaultAction action) {}
}
