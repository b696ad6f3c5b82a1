package dev.sluice.cli;

import dev.sluice.runtime.acl.AclFinding;
import dev.sluice.runtime.acl.KafkaNeed;
import dev.sluice.runtime.lifecycle.ExitCode;
import org.apache.kafka.common.resource.PatternType;

/** What the cluster allows us, as a row of {@code sluice check}. */
final class AclRow {
    private AclRow() {}

    static CheckRow of(AclFinding finding) {
        KafkaNeed need = finding.need();
        String subject = "acl:" + kind(need) + need.name() + (need.pattern() == PatternType.PREFIXED ? "*" : "");
        return switch (finding.verdict()) {
            case ALLOWED -> CheckRow.ok(subject, need.words());
            case UNKNOWN -> CheckRow.unknown(subject, finding.detail() + "; wants " + need.words());
            case DENIED ->
                CheckRow.failed(
                        subject,
                        ExitCode.UNREACHABLE,
                        "does not allow us " + finding.denial() + "; wants " + need.words());
        };
    }

    private static String kind(KafkaNeed need) {
        return switch (need.type()) {
            case GROUP -> "group:";
            case TRANSACTIONAL_ID -> "transactional-ids:";
            default -> "";
        };
    }
}
