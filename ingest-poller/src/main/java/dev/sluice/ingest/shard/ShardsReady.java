package dev.sluice.ingest.shard;

import dev.sluice.runtime.management.CheckResult;
import dev.sluice.runtime.management.HealthCheck;
import java.util.Map;

/**
 * {@code /ready}: the group has answered and every shard that it gave us is served, be it none. Parked bots do not count
 * (CONTRACT, Process).
 */
public record ShardsReady(ShardOwnership ownership) implements HealthCheck {
    @Override
    public String name() {
        return "shards";
    }

    @Override
    public CheckResult check() {
        Map<Integer, ShardState> states = ownership.states();
        boolean serving = states.values().stream().allMatch(state -> state == ShardState.SERVING);
        if (!ownership.isAssigned()) {
            return CheckResult.down("no assignment from the group yet");
        }
        return CheckResult.of(serving, states.toString());
    }
}
