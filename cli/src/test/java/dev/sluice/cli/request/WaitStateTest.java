package dev.sluice.cli.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.DeadLetterHeaders;
import dev.sluice.model.JobKey;
import dev.sluice.model.Outcome;
import dev.sluice.model.Outcome.Reason;
import dev.sluice.model.Outcome.State;
import dev.sluice.model.OutcomeCodec;
import dev.sluice.model.RecordPlace;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class WaitStateTest {
    private static final RecordPlace REQUEST = new RecordPlace("outbound.requests", 3, 17);
    private static final TopicPartition OUTCOMES = new TopicPartition("outbound.outcomes", 3);
    private static final long END_BEFORE = 100;

    private final WaitState state = new WaitState(new JobKey(Outcomes.SENDER, "a"), REQUEST, OUTCOMES, END_BEFORE);

    @Test
    void acceptedIsNoEndAndSentIsOne() {
        state.take(outcome(100, "a", State.ACCEPTED, Reason.ACCEPTED));
        Optional<WaitAnswer> afterAccepted = state.answer(true);
        state.take(outcome(101, "a", State.SENT, Reason.SENT));

        assertTrue(afterAccepted.isEmpty());
        assertEquals(State.SENT, settled(false).outcome().state());
        assertFalse(settled(false).earlier());
    }

    @Test
    void heldAndUnknownEndTheWait() {
        state.take(outcome(100, "a", State.HELD, Reason.FLOOD_WITHOUT_WAIT));
        assertEquals(State.HELD, settled(false).outcome().state());

        state.take(outcome(101, "a", State.UNKNOWN, Reason.LOST_RESPONSE));
        assertEquals(State.UNKNOWN, settled(false).outcome().state());
    }

    @Test
    void outcomesOfOthersAreNotMeant() {
        state.take(outcome(100, "b", State.SENT, Reason.SENT));

        assertTrue(state.answer(true).isEmpty());
        assertEquals(new WaitAnswer.Late(Optional.empty()), state.late());
    }

    /** The gate says nothing about a repeat: what stands is the answer, but only once it has read the repeat. */
    @Test
    void whatStoodBeforeCountsOnceTheGateHasPassedTheRequest() {
        state.take(outcome(99, "a", State.SENT, Reason.SENT));

        assertTrue(state.repeats());
        assertTrue(state.answer(false).isEmpty());
        assertTrue(settled(true).earlier());
    }

    @Test
    void aNewJobOfAnOldIdIsWaitedFor() {
        state.take(outcome(99, "a", State.SENT, Reason.SENT));
        state.take(outcome(100, "a", State.ACCEPTED, Reason.ACCEPTED));

        assertFalse(state.repeats());
        assertTrue(state.answer(true).isEmpty());
    }

    @Test
    void theDeadLetterOfThisRequestEndsTheWaitAndNoOther() {
        state.take(letter(new RecordPlace("outbound.requests", 3, 16)));
        boolean byAnother = state.answer(true).isPresent();
        state.take(letter(REQUEST));

        assertFalse(byAnother);
        WaitAnswer.Refused refused =
                assertInstanceOf(WaitAnswer.Refused.class, state.answer(false).orElseThrow());
        assertEquals("request_id_conflict", refused.letter().reason());
    }

    private WaitAnswer.Settled settled(boolean passed) {
        return assertInstanceOf(WaitAnswer.Settled.class, state.answer(passed).orElseThrow());
    }

    private static ConsumerRecord<byte[], byte[]> outcome(long offset, String id, State state, Reason reason) {
        Outcome outcome = Outcomes.of(id, state, reason);
        return new ConsumerRecord<>(
                OUTCOMES.topic(),
                OUTCOMES.partition(),
                offset,
                new JobKey(Outcomes.SENDER, id).bytes(),
                OutcomeCodec.encode(outcome));
    }

    private static ConsumerRecord<byte[], byte[]> letter(RecordPlace origin) {
        ConsumerRecord<byte[], byte[]> record =
                new ConsumerRecord<>("outbound.dead-letters", 3, 5, new byte[0], new byte[0]);
        new DeadLetterHeaders("request_id_conflict", "", Optional.of(origin), Optional.empty()).addTo(record.headers());
        return record;
    }
}
