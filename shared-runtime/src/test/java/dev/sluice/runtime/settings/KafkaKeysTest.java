package dev.sluice.runtime.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaKeysTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "group.id", "group.instance.id", "group.protocol", "application.id", "transactional.id",
                "enable.idempotence", "acks", "isolation.level", "enable.auto.commit", "auto.offset.reset",
                "processing.guarantee", "key.serializer", "value.serializer", "key.deserializer", "value.deserializer"
            })
    void protectedKeysAreProtectedWhereverTheyStand(String key) {
        for (String position : new String[] {
            "",
            "producer.",
            "consumer.",
            "admin.",
            "streams.",
            "streams.main.consumer.",
            "streams.producer.",
            "streams.restore.consumer.",
            "streams.topic."
        }) {
            assertTrue(KafkaKeys.isProtected(position + key), position + key);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bootstrap.servers",
                "security.protocol",
                "producer.linger.ms",
                "consumer.session.timeout.ms",
                "streams.num.standby.replicas",
                "ssl.acks",
                "sasl.client.callback.handler.class"
            })
    void othersAreNot(String key) {
        assertFalse(KafkaKeys.isProtected(key));
    }

    @Test
    void findsTheCredentialsInAJaasConfiguration() {
        String jaas = "m required username=\"u\" password=\"p 1\" clientSecret='p2' other_secret=p3;";

        assertEquals(List.of(jaas, "p 1", "p2", "p3"), KafkaKeys.secretsIn("producer.sasl.jaas.config", jaas));
        assertTrue(KafkaKeys.isSecret("producer.sasl.jaas.config"));
        assertTrue(KafkaKeys.isSecret("ssl.key.password"));
        assertFalse(KafkaKeys.isSecret("bootstrap.servers"));
    }
}
