package dev.sluice.runtime.settings;

import java.util.List;

/** Writes {@code docs/configuration.md} from the declarations of the settings, so that it cannot disagree with them. Pure. */
public final class ConfigurationDoc {
    private static final String HEAD = """
            # Configuration

            This page is generated from the declarations in the code; a test fails when it is stale.

            A value is looked for in this order: the environment, the files of `--config FILE` (or the comma list in
            `SLUICE_CONFIG`; a later file over an earlier one), the default. Files are `.properties` in UTF-8. A blank value
            counts as not set. Durations are `<int>(ms|s|m|h|d)` or ISO 8601, limits `<int>/<duration>`, lists go by comma.

            An unknown `sluice.*` key, an unknown `SLUICE_*` variable and a value that is not accepted end the start with exit
            code 2 and one line that names the key. In the environment, `SLUICE_CONFIG`, `SLUICE_JAVA_OPTS`, `SLUICE_HOME` and
            what Kubernetes injects (`*_SERVICE_HOST`, `*_SERVICE_PORT*`, `*_PORT`, `*_PORT_*`) may stand.

            ## Kafka client properties

            `sluice.kafka.X` sets the property `X` of every Kafka client; `sluice.kafka.producer.X`, `.consumer.X`, `.admin.X` and
            `.streams.X` set it for one kind, over the former. In the environment, underscores are the dots of the property:
            `SLUICE_KAFKA_SECURITY_PROTOCOL` is `security.protocol`.

            Fixed by Sluice and refused in any of these places: group.id, group.instance.id, group.protocol, application.id,
            transactional.id, enable.idempotence, acks, isolation.level, enable.auto.commit, auto.offset.reset,
            processing.guarantee, and the serialisers.
            """;

    /** Settings that belong together, under one heading. */
    public record Group(String title, String intro, List<? extends Setting<?>> settings) {}

    private ConfigurationDoc() {}

    /** The whole page, ending in a line break. */
    public static String render(List<Group> groups) {
        StringBuilder page = new StringBuilder(HEAD);
        for (Group group : groups) {
            page.append("\n## ").append(group.title()).append("\n\n");
            if (!group.intro().isEmpty()) {
                page.append(group.intro()).append("\n\n");
            }
            page.append(
                    "| setting and environment variable | default | wants | meaning |\n| --- | --- | --- | --- |\n");
            group.settings().forEach(s -> page.append(row(s)));
        }
        return page.toString();
    }

    private static String row(Setting<?> s) {
        String defaultValue = s.defaultValue();
        String shown = defaultValue == null ? "-" : defaultValue.isEmpty() ? "empty" : "`" + defaultValue + "`";
        return "| `" + s.key() + "`<br>`" + s.environmentName() + "` | " + cell(shown) + " | " + cell(s.wants())
                + (s.secret() ? " (secret)" : "") + " | " + cell(s.doc()) + " |\n";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("\n", " ");
    }
}
