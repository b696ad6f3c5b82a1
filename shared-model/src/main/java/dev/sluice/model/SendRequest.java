package dev.sluice.model;

import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One message that somebody wants sent: the value of {@code outbound.requests} (R90). Everything but {@code method} and
 * {@code params} is Sluice's own and never reaches the API (R91).
 *
 * @param requestId names the business intent, unique per sender: 1 to 200 characters without controls
 * @param method the API method, letters only
 * @param notBefore not sent earlier
 * @param expiresAt not sent later; empty: the gate's default
 * @param maxAttempts calls at most, 1 or more
 * @param cause what it answers, such as the key of an update; free text
 */
public record SendRequest(
        String requestId,
        Sender sender,
        String method,
        Params params,
        Priority priority,
        Optional<Instant> notBefore,
        Optional<Instant> expiresAt,
        int maxAttempts,
        OnUnknown onUnknown,
        Optional<String> cause) {

    /** The attempts of a request that asks for no number. */
    public static final int DEFAULT_MAX_ATTEMPTS = 5;

    /** The largest request, as the bytes of its record value. */
    public static final int MAX_BYTES = 512 * 1024;

    private static final Pattern METHOD = Pattern.compile("[A-Za-z]+");

    /**
     * A request.
     *
     * @throws InvalidRecordException when an id, method or number breaks its rule
     */
    public SendRequest {
        RequestId.check(requestId);
        if (!METHOD.matcher(method).matches()) {
            throw InvalidRecordException.invalid("method", "not letters only");
        }
        if (maxAttempts < 1) {
            throw InvalidRecordException.invalid("max_attempts", "not 1 or more");
        }
    }

    /** A request with the defaults: a reply that is held when its outcome is unknown. */
    public static SendRequest of(String requestId, Sender sender, String method, Params params) {
        return new SendRequest(
                requestId,
                sender,
                method,
                params,
                Priority.REPLY,
                Optional.empty(),
                Optional.empty(),
                DEFAULT_MAX_ATTEMPTS,
                OnUnknown.HOLD,
                Optional.empty());
    }

    /**
     * Whether the other asks for the same call: the same parameters, byte for byte, of the same method, whose case does not
     * count. A repeat of a request id then is no second job, and otherwise a conflict.
     */
    public boolean sameContent(SendRequest other) {
        return method.equalsIgnoreCase(other.method) && params.equals(other.params);
    }
}
