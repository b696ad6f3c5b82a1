package dev.sluice.cli;

import dev.sluice.model.Names;
import dev.sluice.runtime.acl.KafkaNeed;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;

/** The ACLs of {@link AclRole}, as the script and the page hold them. */
final class AclTables {
    /** Stands for a name that is not Sluice's. */
    private static final String GROUP = "@group";

    private AclTables() {}

    /** One line for each role and resource: role, type, pattern, name, operations. */
    static String script() {
        return Arrays.stream(AclRole.values())
                .flatMap(role -> role.needs(new Names(""), GROUP).stream().map(need -> row(role, need)))
                .collect(Collectors.joining());
    }

    private static String row(AclRole role, KafkaNeed need) {
        String operations =
                need.operations().stream().map(AclTables::pascalCase).collect(Collectors.joining(","));
        return String.join(
                        " ",
                        role.word(),
                        option(need.type()),
                        need.pattern().name().toLowerCase(Locale.ROOT),
                        need.name(),
                        operations)
                + "\n";
    }

    /** What {@code kafka-acls.sh} calls it. */
    private static String option(ResourceType type) {
        return type.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String pascalCase(AclOperation operation) {
        return Arrays.stream(operation.name().split("_"))
                .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.joining());
    }

    /** The table of the page. */
    static String page() {
        StringBuilder page = new StringBuilder("| role | who | resource | operations |\n| --- | --- | --- | --- |\n");
        for (AclRole role : AclRole.values()) {
            String who = "`" + role.word() + "` | " + role.description();
            for (KafkaNeed need : role.needs(new Names(""), GROUP)) {
                page.append("| %s | %s | %s |%n".formatted(who, resource(need), need.words()));
                who = " |";
            }
        }
        return page.toString();
    }

    private static String resource(KafkaNeed need) {
        if (need.name().equals(GROUP)) {
            return "group of its own";
        }
        String name = "`" + need.name() + (need.pattern() == PatternType.PREFIXED ? "*" : "") + "`";
        return switch (need.type()) {
            case GROUP -> "group " + name;
            case TRANSACTIONAL_ID -> "transactional id" + (need.pattern() == PatternType.PREFIXED ? "s " : " ") + name;
            default -> "topic" + (need.pattern() == PatternType.PREFIXED ? "s " : " ") + name;
        };
    }
}
