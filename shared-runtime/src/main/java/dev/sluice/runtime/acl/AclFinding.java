package dev.sluice.runtime.acl;

import java.util.Set;
import org.apache.kafka.common.acl.AclOperation;

/**
 * What the cluster says of one need.
 *
 * @param missing what is not allowed; empty unless DENIED
 * @param detail why it is not known; empty unless UNKNOWN
 */
public record AclFinding(KafkaNeed need, Verdict verdict, Set<AclOperation> missing, String detail) {
    /** Whether we may. */
    public enum Verdict {
        ALLOWED,
        DENIED,
        /** It cannot be told from here, and shows when it is tried. */
        UNKNOWN
    }

    static AclFinding allowed(KafkaNeed need) {
        return new AclFinding(need, Verdict.ALLOWED, Set.of(), "");
    }

    static AclFinding denied(KafkaNeed need, Set<AclOperation> missing) {
        return new AclFinding(need, Verdict.DENIED, Set.copyOf(missing), "");
    }

    static AclFinding unknown(KafkaNeed need, String why) {
        return new AclFinding(need, Verdict.UNKNOWN, Set.of(), why);
    }

    /** What is denied, like {@code WRITE on topic x}. */
    public String denial() {
        return KafkaNeed.words(missing) + " on " + need.resource();
    }
}
