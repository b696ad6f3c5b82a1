package dev.sluice.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {

    @Test
    void putsThePrefixInFront() {
        Names names = new Names("local.");

        assertEquals("local.telegram.updates", names.topic(Topics.UPDATES));
        assertEquals("local.sluice-ingest", names.group("sluice-ingest"));
        assertEquals("local.sluice-ingest-7", names.ingestTransactionalId(7));
    }

    @Test
    void takesTheEmptyPrefix() {
        assertEquals("telegram.updates", new Names("").topic(Topics.UPDATES));
        assertEquals("sluice-ingest-0", new Names("").ingestTransactionalId(0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a b",
                "ä",
                "a/",
                "a:b",
                "\n",
                "01234567890123456789012345678901234567890123456789012345678901234"
            })
    void refusesOtherPrefixes(String prefix) {
        assertThrows(IllegalArgumentException.class, () -> new Names(prefix));
    }

    @Test
    void refusesANegativeShard() {
        assertThrows(IllegalArgumentException.class, () -> new Names("").ingestTransactionalId(-1));
    }
}
