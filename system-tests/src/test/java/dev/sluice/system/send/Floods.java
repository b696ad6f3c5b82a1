package dev.sluice.system.send;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.local.botapi.LedgerCall;
import java.util.ArrayList;
import java.util.List;

/** 429 answers of the simulated API, and what its ledger says of the time after each (R139: samples, no real flood). */
final class Floods {
    private static final String NAME = "wait-";

    /** A call may be on its way while the 429 travels back; later than this it is one that should have been stopped. */
    private static final long ON_THE_WAY_MICROS = 250_000;

    private Floods() {}

    /** A plan of these rules. The first that strikes has the call, and the next ones do not count it. */
    static String plan(String... rules) {
        return "{\"rules\":[" + String.join(",", rules) + "]}";
    }

    /** The nth call of the bot is answered with a 429 that asks for so many seconds, after a delay. */
    static String rule(long bot, int nth, int seconds, long delayMs) {
        String body = "{\\\"ok\\\":false,\\\"error_code\\\":429,\\\"description\\\":\\\"Too Many Requests: retry after "
                + seconds + "\\\",\\\"parameters\\\":{\\\"retry_after\\\":" + seconds + "}}";
        return answer(NAME + seconds, bot, nth, 429, body, delayMs);
    }

    /** The nth call of the bot is answered with this; {@code body} escaped as inside a JSON text. */
    static String answer(String name, long bot, int nth, int status, String body, long delayMs) {
        return "{\"name\":\"" + name + "\",\"match\":{\"bots\":[" + bot + "],\"nth\":" + nth
                + "},\"do\":{\"kind\":\"answer\",\"status\":" + status + ",\"body\":\"" + body
                + "\",\"headers\":{\"Retry-After\":\"7\"},\"delay_ms\":" + delayMs + "}}";
    }

    /** When the wait of the longest 429 among these calls is over; Unix microseconds. */
    static long lastDeadlineMicros(List<LedgerCall> calls) {
        return calls.stream().mapToLong(Floods::deadlineMicros).max().orElse(0);
    }

    /** Nothing of the bot arrived between a 429 and the end of its wait. */
    static void assertQuiet(List<LedgerCall> calls) {
        List<String> early = new ArrayList<>();
        for (LedgerCall flood : calls) {
            for (LedgerCall call : calls) {
                if (call.receivedMicros() > flood.answeredMicros() + ON_THE_WAY_MICROS
                        && call.receivedMicros() < deadlineMicros(flood)) {
                    early.add("call " + call.seq() + " came " + (deadlineMicros(flood) - call.receivedMicros()) / 1000
                            + " ms before the end of " + flood.fault());
                }
            }
        }
        assertEquals(List.of(), early);
    }

    static boolean isFlood(LedgerCall call) {
        return call.fault() != null && call.fault().startsWith(NAME);
    }

    private static long deadlineMicros(LedgerCall call) {
        return isFlood(call)
                ? call.answeredMicros()
                        + Long.parseLong(String.valueOf(call.fault()).substring(NAME.length())) * 1_000_000
                : 0;
    }
}
