package dev.sluice.outbound.topology;

import dev.sluice.model.InvalidRecordException.Fault;
import dev.sluice.outbound.contract.Refusal.Reason;
import dev.sluice.outbound.gate.Refusal;
import java.util.List;
import java.util.stream.Stream;

/** Every reason that a dead letter may carry (CONTRACT, "Outbound"). */
public final class DeadLetterReasons {
    public static final List<String> ALL = Stream.of(
                    Stream.of(RefusedException.MISROUTED),
                    Stream.of(Fault.values()).map(Fault::word),
                    Stream.of(Reason.values()).map(Reason::word),
                    Stream.of(Refusal.values()).map(Refusal::word))
            .flatMap(words -> words)
            .distinct()
            .toList();

    private DeadLetterReasons() {}
}
