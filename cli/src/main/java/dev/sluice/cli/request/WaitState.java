package dev.sluice.cli.request;

import dev.sluice.model.DeadLetterHeaders;
import dev.sluice.model.InvalidRecordException;
import dev.sluice.model.JobKey;
import dev.sluice.model.Outcome.State;
import dev.sluice.model.OutcomeCodec;
import dev.sluice.model.RecordPlace;
import java.util.Arrays;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What has been read so far while somebody waits for a request, and what follows from it. Pure. */
final class WaitState {
    private static final Logger log = LoggerFactory.getLogger(WaitState.class);

    private final byte[] jobKey;
    private final RecordPlace request;
    private final TopicPartition outcomes;
    private final long endBefore;

    private WaitAnswer.@Nullable Settled latest;
    private @Nullable DeadLetterHeaders refused;

    /**
     * Nothing read yet.
     *
     * @param request where the request stands
     * @param outcomes the partition of its outcomes
     * @param endBefore its end before the request was written
     */
    WaitState(JobKey job, RecordPlace request, TopicPartition outcomes, long endBefore) {
        this.jobKey = job.bytes();
        this.request = request;
        this.outcomes = outcomes;
        this.endBefore = endBefore;
    }

    /** Takes the next record of an outcome or dead letter partition. */
    void take(ConsumerRecord<byte[], byte[]> record) {
        if (!outcomes.topic().equals(record.topic())) {
            DeadLetterHeaders letter = DeadLetterHeaders.of(record.headers());
            if (letter.origin().filter(request::equals).isPresent()) {
                refused = letter;
            }
        } else if (Arrays.equals(jobKey, record.key()) && record.value() != null) {
            try {
                latest = new WaitAnswer.Settled(
                        OutcomeCodec.decode(record.value()), record.value(), record.offset() < endBefore);
            } catch (InvalidRecordException e) {
                log.warn("{}-{} offset {} is no outcome", record.topic(), record.partition(), record.offset(), e);
            }
        }
    }

    /** Whether all that is known of the job was there before. */
    boolean repeats() {
        return latest != null && latest.earlier();
    }

    /**
     * The answer, if there is one.
     *
     * @param passed whether the gate had read the request before the last records were taken
     */
    Optional<WaitAnswer> answer(boolean passed) {
        if (refused != null) {
            return Optional.of(new WaitAnswer.Refused(refused));
        }
        return latest != null && isEnd(latest.outcome().state()) && (passed || !latest.earlier())
                ? Optional.of(latest)
                : Optional.empty();
    }

    WaitAnswer late() {
        return new WaitAnswer.Late(Optional.ofNullable(latest).map(WaitAnswer.Settled::outcome));
    }

    /** Nothing more happens by itself. */
    private static boolean isEnd(State state) {
        return state.terminal() || state == State.HELD || state == State.UNKNOWN;
    }
}
