package dev.sluice.local.sends;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.local.botapi.LedgerCall;
import dev.sluice.local.botapi.core.IdRanges;
import dev.sluice.model.SendRequest;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class AnswerCheckTest {
    private final AnswerCheck check = new AnswerCheck(Duration.ofSeconds(3));

    @Test
    void anUpdateIsAnsweredWhenACallWithExactlyItsAnswerTookEffect() throws Exception {
        SendRequest once = Given.request("once", 1);
        SendRequest twice = Given.request("twice", 1);
        SendRequest never = Given.request("never", 1);
        check.called(call(once, 1_000, 200)); // the ledger may be read before the topic
        check.expect(once);
        check.expect(twice);
        check.expect(never);
        check.nobody();
        check.called(call(twice, 2_000, 200));
        check.called(call(twice, 3_000, 200));
        check.called(call(never, 4_000, 500));
        check.called(call(Given.request("somebody else's", 1), 5_000, 200));

        AnswerCount count = check.count();

        assertEquals(new AnswerCount(3, 1, 1, 1, 0, 0), count);
        assertEquals(1, count.missing());
        assertEquals(
                "1 of 3 updates answered once, 1 twice, 1 not yet, 1 have nobody to answer;"
                        + " 0 calls inside a flood's wait",
                count.text());
    }

    @Test
    void callsInsideAFloodsWaitAreCounted() throws Exception {
        SendRequest request = Given.request("a", 1);
        check.called(call(request, 1_000_000, 429));
        check.called(call(request, 1_200_000, 200)); // was on the wire already
        check.called(call(request, 3_900_000, 200));
        check.called(call(request, 4_000_200, 200));

        assertEquals(1, check.count().floods());
        assertEquals(1, check.count().early());
    }

    private static LedgerCall call(SendRequest request, long atMicros, int status) throws Exception {
        byte[] body = request.params().json().toBytes();
        String hash =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
        return new LedgerCall(
                1,
                110001,
                "sendMessage",
                "",
                atMicros,
                0,
                atMicros + 100,
                0,
                status,
                null,
                null,
                null,
                "1",
                hash,
                null,
                null,
                0,
                0,
                0,
                null,
                IdRanges.NONE,
                IdRanges.NONE,
                IdRanges.NONE,
                IdRanges.NONE,
                IdRanges.NONE,
                null,
                false);
    }
}
