package dev.sluice.local.botapi.fault;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which calls a rule meets. What is null or empty does not restrict.
 *
 * @param method method name, any letter case
 * @param bots bot ids
 * @param nth only the n-th matching call, from 1
 * @param every each n-th matching call
 * @param perBot whether {@code nth}, {@code every} and {@code times} count for each bot apart
 * @param probability share of the matching calls, drawn from the plan's seed
 * @param fromMs window start, counted from when the plan was put
 * @param untilMs window end, exclusive
 * @param times at most so often
 */
public record FaultMatch(
        @Nullable String method,
        Set<Long> bots,
        @Nullable Long nth,
        @Nullable Long every,
        boolean perBot,
        @Nullable Double probability,
        long fromMs,
        @Nullable Long untilMs,
        @Nullable Long times) {

    public FaultMatch {
        bots = Set.copyOf(bots);
    }

    boolean covers(String calledMethod, long botId, long sincePlanMs) {
        return (method == null || method.equalsIgnoreCase(calledMethod))
                && (bots.isEmpty() || bots.contains(botId))
                && sincePlanMs >= fromMs
                && (untilMs == null || sincePlanMs < untilMs);
    }
}
