package dev.sluice.local.botapi.fault;

import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/** One rule with its counters. Guarded by its plan. */
final class FaultRule {

    private final String name;
    private final FaultMatch match;
    private final FaultAction action;
    private final Map<Long, long[]> counters = new HashMap<>();

    FaultRule(String name, FaultMatch match, FaultAction action) {
        this.name = name;
        this.match = match;
        this.action = action;
    }

    String name() {
        return name;
    }

    FaultAction action() {
        return action;
    }

    /** Whether the rule strikes this call; counts it when it matches. */
    boolean strikes(String method, long botId, long sincePlanMs, RandomGenerator random) {
        if (!match.covers(method, botId, sincePlanMs)) {
            return false;
        }
        long[] counter = counters.computeIfAbsent(match.perBot() ? botId : 0L, id -> new long[2]);
        long matched = ++counter[0];
        Long nth = match.nth();
        Long every = match.every();
        Long times = match.times();
        Double probability = match.probability();
        if ((nth != null && matched != nth)
                || (every != null && matched % every != 0)
                || (times != null && counter[1] >= times)
                || (probability != null && random.nextDouble() >= probability)) {
            return false;
        }
        counter[1]++;
        return true;
    }

    /** How often it struck. */
    long struck() {
        return counters.values().stream().mapToLong(c -> c[1]).sum();
    }
}
