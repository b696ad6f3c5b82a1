package dev.sluice.ingest.shard;

import dev.sluice.runtime.management.CheckResult;
import dev.sluice.runtime.management.HealthCheck;
import java.time.Duration;

/** {@code /healthy}: the loops come round. Says nothing of Kafka or Telegram, which no restart would mend. */
public record LoopsAlive(ShardOwnership ownership) implements HealthCheck {
    /** Above the longest bounded wait of a loop: opening a session may repeat a call for 15 s, then reads for 30 s. */
    private static final Duration STUCK = Duration.ofSeconds(90);

    @Override
    public String name() {
        return "loops";
    }

    @Override
    public CheckResult check() {
        Duration longest = ownership.longestStandstill();
        return CheckResult.of(
                ownership.isAlive() && longest.compareTo(STUCK) < 0,
                "%d shards, slowest loop %d ms".formatted(ownership.states().size(), longest.toMillis()));
    }
}
