package dev.sluice.runtime.lag;

import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/** Why the lag of a group could not be read. */
enum LagFailure {
    /** An ACL is missing: DESCRIBE of the group or of a topic that it reads. */
    NOT_AUTHORIZED("not_authorized"),
    /** Kafka knows no such group, or none any more. */
    UNKNOWN_GROUP("unknown_group"),
    TIMEOUT("timeout"),
    OTHER("other");

    private final String word;

    LagFailure(String word) {
        this.word = word;
    }

    /** As the label {@code reason} has it. */
    String word() {
        return word;
    }

    static LagFailure of(Throwable fault) {
        if (fault instanceof AuthorizationException || fault instanceof AuthenticationException) {
            return NOT_AUTHORIZED;
        }
        if (fault instanceof GroupIdNotFoundException) {
            return UNKNOWN_GROUP;
        }
        boolean timeout =
                fault instanceof TimeoutException || fault instanceof org.apache.kafka.common.errors.TimeoutException;
        return timeout ? TIMEOUT : OTHER;
    }
}
