package dev.sluice.outbound.topology;

import dev.sluice.model.InvalidRecordException;
import dev.sluice.model.JobKey;
import dev.sluice.model.SendRequest;
import dev.sluice.model.SendRequestCodec;
import dev.sluice.model.Sender;
import dev.sluice.model.Topics;
import dev.sluice.outbound.contract.Channel;
import dev.sluice.outbound.contract.Chat;
import dev.sluice.outbound.contract.Facts;
import dev.sluice.outbound.gate.JobSpec;
import dev.sluice.outbound.gate.Now;
import dev.sluice.outbound.gate.PartitionGate;
import dev.sluice.outbound.topology.stored.StoredContent;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** Requests: validated first, changed last (R90-R92). */
final class RequestIntake {
    private final GateParts parts;
    private final PartitionGate gate;
    private final JobStore jobs;
    private final Rerouting rerouting;

    RequestIntake(GateParts parts, PartitionGate gate, JobStore jobs, Rerouting rerouting) {
        this.parts = parts;
        this.gate = gate;
        this.jobs = jobs;
        this.rerouting = rerouting;
    }

    /** Whose request it was, if it was one of this partition. */
    Optional<Sender> take(Arrival arrival, Now now) throws RefusedException {
        byte[] value = arrival.content();
        SendRequest request = read(value);
        if (rerouting.sendsHome(arrival, Topics.REQUESTS, request.sender(), value)) {
            return Optional.empty();
        }
        Channel channel = parts.channelOf(request.sender());
        var refusal = channel.refuse(request);
        if (refusal.isPresent()) {
            throw new RefusedException(
                    refusal.get().reason().word(), refusal.get().detail());
        }
        accept(request, channel.facts(request), arrival, now);
        return Optional.of(request.sender());
    }

    private void accept(SendRequest request, Facts facts, Arrival arrival, Now now) throws RefusedException {
        StoredContent content = StoredContent.of(request);
        jobs.incoming(new JobKey(request.sender(), request.requestId()), content, arrival.trace());
        try {
            var refusal = gate.accept(spec(request, facts, content.hash(), arrival.timestampMs()), now);
            if (refusal.isPresent()) {
                throw new RefusedException(
                        refusal.get().word(),
                        switch (refusal.get()) {
                            case REQUEST_ID_CONFLICT -> "request_id: stands for other content";
                            case EXPIRED_ON_ARRIVAL -> "expires_at: over before it was read";
                            case COMMAND_TOO_LATE, COMMAND_UNKNOWN_REQUEST, COMMAND_INVALID -> "request";
                        });
            }
        } finally {
            jobs.settled();
        }
    }

    private static SendRequest read(byte[] value) throws RefusedException {
        try {
            return SendRequestCodec.decode(value);
        } catch (InvalidRecordException e) {
            throw RefusedException.of(e);
        }
    }

    private static JobSpec spec(SendRequest request, Facts facts, String hash, long acceptedAtMs) {
        return new JobSpec(
                request.sender(),
                request.requestId(),
                hash,
                request.method(),
                request.params().chatId(),
                // an empty text names no chat; the API says so
                facts.chat().map(Chat::key).filter(key -> !key.isEmpty()),
                facts.chat().map(Chat::groupLike).orElse(false),
                facts.weight(),
                request.priority(),
                acceptedAtMs,
                millis(request.notBefore()),
                millis(request.expiresAt()),
                request.maxAttempts(),
                request.onUnknown(),
                request.cause());
    }

    /** Times beyond what milliseconds hold are as far away as any. */
    private static OptionalLong millis(Optional<Instant> time) {
        if (time.isEmpty()) {
            return OptionalLong.empty();
        }
        long seconds = time.get().getEpochSecond();
        long most = Long.MAX_VALUE / 4_000;
        return OptionalLong.of(
                seconds > most || seconds < -most
                        ? Long.signum(seconds) * most * 1_000
                        : time.get().toEpochMilli());
    }
}
