package dev.sluice.local.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.local.sends.AnswerCount;
import dev.sluice.local.sends.SendFigures;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SummaryTest {
    private static final SendFigures SENDS = new SendFigures(20, 17, 1, Map.of(), 2, 1, 0, 3);

    private final Tally tally = new Tally();

    @Test
    void theLedgerSaysHowManyFloodsThereWere() {
        tally.generated(110001, 1, 2);
        tally.stored(110001, 1);

        Summary summary =
                Summary.of(tally, new Delays(), Optional.of(SENDS), Optional.of(new AnswerCount(20, 17, 0, 1, 4, 0)));

        assertEquals(
                "summary generated=2 stored=1 duplicated=0 lost=1 partial=1 delay_p50_ms=0 delay_p99_ms=0"
                        + " requests=20 sent=17 unknown=2 floods=4",
                summary.line());
        assertFalse(summary.clean());
    }

    @Test
    void againstTheRealApiWhatIsStoredIsWhatThereWasAndTheTopicsSayTheFloods() {
        tally.stored(110001, 1);

        Summary summary = Summary.of(tally, new Delays(), Optional.of(SENDS), Optional.empty());

        assertEquals(1, summary.generated());
        assertEquals(3, summary.floods());
        assertTrue(summary.clean());
    }

    @Test
    void withoutEchoNothingIsSent() {
        Summary summary = Summary.of(tally, new Delays(), Optional.empty(), Optional.empty());

        assertTrue(summary.line().endsWith(" requests=0 sent=0 unknown=0 floods=0"), summary.line());
    }
}
