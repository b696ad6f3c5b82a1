package dev.sluice.outbound;

import dev.sluice.outbound.dispatch.Dispatcher;
import dev.sluice.outbound.topology.GateStreams;
import dev.sluice.runtime.acl.Denied;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.management.CheckResult;
import dev.sluice.runtime.management.HealthCheck;
import dev.sluice.runtime.settings.CommonSettings;
import java.time.Duration;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.streams.errors.MissingSourceTopicException;

/** What {@code /healthy} and {@code /ready} ask, and how a part that cannot go on ends the process. */
final class SendChecks {
    /** Above the longest bounded wait of the dispatch loop, a rebalance under trouble. */
    private static final Duration STUCK = Duration.ofSeconds(90);

    private SendChecks() {}

    static HealthCheck gateAlive(GateStreams gate) {
        return HealthCheck.of("gate", () -> CheckResult.of(gate.isAlive(), gate.text()));
    }

    static HealthCheck dispatcherAlive(Dispatcher dispatcher) {
        return HealthCheck.of("dispatcher", () -> {
            Duration standstill = dispatcher.sinceLastTurn();
            return CheckResult.of(
                    dispatcher.isAlive() && standstill.compareTo(STUCK) < 0,
                    "last turn " + standstill.toMillis() + " ms ago");
        });
    }

    /** Restored and rebuilt; that a lane is parked or paused does not count (CONTRACT, Process). */
    static HealthCheck gateReady(GateStreams gate) {
        return HealthCheck.of("gate", () -> CheckResult.of(gate.isReady(), gate.text()));
    }

    static HealthCheck dispatcherReady(Dispatcher dispatcher) {
        return HealthCheck.of(
                "dispatcher",
                () -> CheckResult.of(
                        dispatcher.isAssigned(),
                        dispatcher.isAssigned()
                                ? dispatcher.partitions() + " partitions"
                                : "no assignment from the group yet"));
    }

    /** A fault with the exit code that belongs to it, where there is one. */
    static Throwable inWords(Throwable fault) {
        if (fault instanceof FencedInstanceIdException) {
            return new StartFailure(
                    ExitCode.CHECK_FAILED,
                    CommonSettings.INSTANCE_ID.key(),
                    "another process runs under the same id; wants an id of its own for each instance",
                    fault);
        }
        if (fault instanceof AuthorizationException denied) {
            return Denied.inWords(denied);
        }
        if (fault instanceof MissingSourceTopicException) {
            return new StartFailure(
                    ExitCode.TOPICS, "topics", fault.getMessage() + "; see sluice topics create", fault);
        }
        return fault;
    }
}
