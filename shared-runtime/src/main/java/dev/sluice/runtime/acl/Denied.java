package dev.sluice.runtime.acl;

import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import org.apache.kafka.common.errors.AuthorizationException;

/** What Kafka did not allow when it was tried, in the words of a failed start. */
public final class Denied {
    private Denied() {}

    /** The line and exit code; Kafka's own message names the resource. */
    public static StartFailure inWords(AuthorizationException denied) {
        return new StartFailure(
                ExitCode.UNREACHABLE,
                "kafka",
                "we are not authorised (" + denied.getMessage()
                        + "); wants the ACLs of docs/security.md, and 'sluice check' says which of them are missing",
                denied);
    }
}
