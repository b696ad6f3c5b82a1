package dev.sluice.local.sends;

import dev.sluice.local.botapi.LedgerCall;
import dev.sluice.model.SendRequest;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Counts how often each update was answered, by the calls that the simulated API carried out: a call belongs to the update
 * whose answer has exactly its body. It trusts neither the gate nor the dispatcher. Not thread-safe.
 */
public final class AnswerCheck {
    /** On the wire already when the 429 was written (CONTRACT, O4). */
    private static final long GRACE_MICROS = 250_000;

    private static final int OK = 200;
    private static final int TOO_MANY_REQUESTS = 429;

    private static final class Answer {
        private boolean expected;
        private int calls;
    }

    private final long floodMicros;
    private final Map<Long, Answer> answers = new HashMap<>();
    private final Map<Long, Long> toldAtMicros = new HashMap<>();
    private long expected;
    private long once;
    private long twice;
    private long nobody;
    private long floods;
    private long early;

    /** @param floodWait what the API says in its 429 answers */
    public AnswerCheck(Duration floodWait) {
        this.floodMicros = floodWait.toNanos() / 1_000;
    }

    /** The answer to an update that is stored. */
    public void expect(SendRequest answer) {
        change(hash(answer.params().json().toBytes()), a -> a.expected = true);
    }

    /** An update that has nobody to answer. */
    public void nobody() {
        nobody++;
    }

    /** A call that has been answered, other than getUpdates. Calls come in the order of their arrival. */
    public void called(LedgerCall call) {
        Long told = toldAtMicros.get(call.botId());
        if (told != null && call.receivedMicros() > told + GRACE_MICROS && call.receivedMicros() < told + floodMicros) {
            early++;
        }
        if (call.status() == TOO_MANY_REQUESTS) {
            floods++;
            toldAtMicros.put(call.botId(), call.answeredMicros());
        }
        String sha256 = call.bodySha256();
        if (call.status() == OK && sha256 != null) {
            change(ByteBuffer.wrap(HexFormat.of().parseHex(sha256)).getLong(), a -> a.calls++);
        }
    }

    public AnswerCount count() {
        return new AnswerCount(expected, once, twice, nobody, floods, early);
    }

    private void change(long hash, Consumer<Answer> change) {
        Answer answer = answers.computeIfAbsent(hash, h -> new Answer());
        add(answer, -1);
        change.accept(answer);
        add(answer, 1);
    }

    private void add(Answer answer, int sign) {
        if (answer.expected) {
            expected += sign;
            once += answer.calls == 1 ? sign : 0;
            twice += answer.calls > 1 ? sign : 0;
        }
    }

    /** Eight bytes of it tell apart what one run can send. */
    private static long hash(byte[] body) {
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(body))
                    .getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
