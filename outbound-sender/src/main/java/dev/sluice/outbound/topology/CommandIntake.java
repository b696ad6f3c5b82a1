package dev.sluice.outbound.topology;

import dev.sluice.model.Command;
import dev.sluice.model.CommandCodec;
import dev.sluice.model.InvalidRecordException;
import dev.sluice.model.Sender;
import dev.sluice.model.Topics;
import dev.sluice.outbound.gate.Now;
import dev.sluice.outbound.gate.PartitionGate;
import dev.sluice.outbound.gate.Refusal;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.common.header.Header;

/** What people decide (R116, R144). A command that is refused goes only to the dead letters. */
final class CommandIntake {
    private final GateParts parts;
    private final PartitionGate gate;
    private final Rerouting rerouting;
    private final Barriers barriers;

    CommandIntake(GateParts parts, PartitionGate gate, Rerouting rerouting, Barriers barriers) {
        this.parts = parts;
        this.gate = gate;
        this.rerouting = rerouting;
        this.barriers = barriers;
    }

    /** Whose command it was, if it was one of this partition. */
    Optional<Sender> take(Arrival arrival, Now now) throws RefusedException {
        Header barrier = arrival.header(Barriers.HEADER);
        if (barrier != null) {
            barriers.readCommand(barrier.value());
            return Optional.empty();
        }
        byte[] value = arrival.value();
        if (value == null) {
            throw new RefusedException(RefusedException.COMMAND_INVALID, "no value");
        }
        Command command = read(value);
        Sender sender = command.sender();
        if (rerouting.sendsHome(arrival, Topics.COMMANDS, sender, value)) {
            return Optional.empty();
        }
        Optional<Refusal> refusal = obey(command, arrival, now);
        if (refusal.isPresent()) {
            throw new RefusedException(refusal.get().word(), detail(refusal.get()));
        }
        return Optional.of(sender);
    }

    private Optional<Refusal> obey(Command command, Arrival arrival, Now now) throws RefusedException {
        Sender sender = command.sender();
        if (command instanceof Command.Cancel cancel) {
            return gate.cancel(sender, cancel.requestId(), now);
        } else if (command instanceof Command.Resolve resolve) {
            return gate.resolve(sender, resolve.requestId(), resolve.attempt(), resolve.decision(), now);
        } else if (command instanceof Command.CancelChat cancel) {
            long before = cancel.before().map(Instant::toEpochMilli).orElse(arrival.timestampMs());
            gate.cancelChat(sender, chatOf(cancel), before, now);
        } else {
            gate.pause(sender, command instanceof Command.Pause, now);
        }
        return Optional.empty();
    }

    private String chatOf(Command.CancelChat cancel) throws RefusedException {
        String key = parts.channelOf(cancel.sender()).chat(cancel.chatId()).key();
        if (key.isEmpty()) {
            throw new RefusedException(RefusedException.COMMAND_INVALID, "chat_id: names no chat");
        }
        return key;
    }

    private static Command read(byte[] value) throws RefusedException {
        try {
            return CommandCodec.decode(value);
        } catch (InvalidRecordException e) {
            throw RefusedException.ofCommand(e);
        }
    }

    private static String detail(Refusal refusal) {
        return switch (refusal) {
            case COMMAND_TOO_LATE -> "decided already, or an attempt is in flight";
            case COMMAND_UNKNOWN_REQUEST -> "request_id: no such request was seen";
            case COMMAND_INVALID -> "attempt: not made yet";
            case REQUEST_ID_CONFLICT, EXPIRED_ON_ARRIVAL -> "command";
        };
    }
}
