package dev.sluice.runtime.settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which Kafka properties may pass, to whom, and which of them are secret. Pure. Keys here are without {@code sluice.kafka.}. */
final class KafkaKeys {
    /** What the guarantees rest on (CONTRACT "Settings"): fixed by Sluice, refused wherever they stand. */
    private static final Set<String> PROTECTED = Set.of(
            "group.id",
            "group.instance.id",
            "group.protocol",
            "application.id",
            "transactional.id",
            "enable.idempotence",
            "acks",
            "isolation.level",
            "enable.auto.commit",
            "auto.offset.reset",
            "processing.guarantee",
            "key.serializer",
            "value.serializer",
            "key.deserializer",
            "value.deserializer",
            "default.key.serde",
            "default.value.serde");

    /** What may stand before a property: our own kinds, and those that Kafka Streams takes for its inner clients. */
    private static final Pattern POSITION =
            Pattern.compile("(producer|admin|streams|topic|((main|restore|global)\\.)?consumer)\\.");

    private static final Pattern SECRET = Pattern.compile(".*(password|secret|jaas\\.config|ssl\\.keystore\\.key).*");

    /** The credentials inside a JAAS configuration: {@code password="x"}, {@code clientSecret='y'}. */
    private static final Pattern JAAS_CREDENTIAL =
            Pattern.compile("(?i)\\w*(?:password|secret)\\w*\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)'|([^\\s;\"']+))");

    private KafkaKeys() {}

    static boolean isProtected(String key) {
        String rest = key;
        for (Matcher m = POSITION.matcher(rest); m.lookingAt(); m = POSITION.matcher(rest)) {
            rest = rest.substring(m.end());
        }
        return PROTECTED.contains(rest);
    }

    /** Whether the property goes to one kind of client only. */
    static boolean isForOneKind(String key) {
        return Arrays.stream(ClientKind.values()).anyMatch(kind -> key.startsWith(kind.prefix()));
    }

    static boolean isSecret(String key) {
        return SECRET.matcher(key).matches();
    }

    /** The texts in a secret property's value that must not be written. */
    static List<String> secretsIn(String key, String value) {
        List<String> secrets = new ArrayList<>(List.of(value));
        if (key.endsWith("jaas.config")) {
            Matcher m = JAAS_CREDENTIAL.matcher(value);
            while (m.find()) {
                for (int g = 1; g <= m.groupCount(); g++) {
                    if (m.group(g) != null) {
                        secrets.add(m.group(g));
                    }
                }
            }
        }
        return secrets;
    }
}
