package dev.sluice.model;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What came of an attempt: the value of {@code outbound.attempt-results}. It carries durations, not times, since two hosts'
 * clocks cannot be compared.
 *
 * @param grantId the grant it answers; it counts only while that is the job's current one
 * @param httpStatus of the answer; empty when none came
 * @param msSinceSent since the request's last byte was handed to the socket; empty when it was not
 * @param msSinceReceived since the answer was complete; empty when none came
 * @param message what the API returned as the result, as it came
 */
public record AttemptResult(
        long grantId,
        String requestId,
        Sender sender,
        int attempt,
        ResultClass resultClass,
        OptionalInt httpStatus,
        OptionalLong msSinceSent,
        OptionalLong msSinceReceived,
        Optional<RawJson> message,
        Optional<SendError> error) {

    public AttemptResult {
        RequestId.check(requestId);
        if (grantId < 0 || attempt < 1 || msSinceSent.orElse(0) < 0 || msSinceReceived.orElse(0) < 0) {
            throw new IllegalArgumentException("an attempt counts from 1, and a result's numbers are not negative");
        }
    }
}
