package dev.sluice.local.botapi.core;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("TELEGRAM-1.1")
class AnswerCutTest {

    @Test
    void anAnswerStopsBeforeFourMebibytes() {
        // Given twenty updates of 512 KiB
        TestBot test = TestBot.with(8000, 0);
        for (int n = 0; n < 20; n++) {
            assertEquals(Pushed.Outcome.QUEUED, push(test, UpdateQueue.MAX_EVENT_BYTES));
        }

        // When they are fetched, then seven fit (each counts its length and 50), and none is lost
        assertEquals(7, test.poll(0).ids().size());
        assertEquals(20, test.pending());
    }

    @Test
    void theSumMayComeUpToOneBelowTheCut() {
        TestBot test = TestBot.with(8000, 0);
        // 8 * (524238 + 50) is 4 MiB: the last would reach the cut
        for (int n = 0; n < 8; n++) {
            push(test, (1 << 19) - 50);
        }
        assertEquals(7, test.poll(0).ids().size());

        TestBot smaller = TestBot.with(8000, 0);
        for (int n = 0; n < 8; n++) {
            push(smaller, (1 << 19) - 51);
        }
        assertEquals(8, smaller.poll(0).ids().size());
    }

    private static Pushed.Outcome push(TestBot test, int length) {
        byte[] head = "\"message\":\"".getBytes(UTF_8);
        byte[] fragment = new byte[length];
        Arrays.fill(fragment, (byte) 'x');
        System.arraycopy(head, 0, fragment, 0, head.length);
        fragment[length - 1] = '"';
        return test.bot
                .push("message", UpdateBytes.fragment(fragment), OptionalLong.empty(), test.now())
                .outcome();
    }
}
