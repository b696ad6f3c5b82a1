package dev.sluice.outbound.desk.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostRuleTest {

    @ParameterizedTest
    @CsvSource({
        "localhost, true",
        "LocalHost:8400, true",
        "localhost.:8400, true",
        "127.0.0.1:8400, true",
        "[::1]:8400, true",
        "10.0.0.7:8400, true",
        "desk.example.org, true",
        "desk.example.org:443, true",
        "evil.example.org, false",
        "localhost.evil.example.org, false",
        "127.0.0.1.evil.example.org:8400, false",
        "localhost:8400@evil.example.org, false",
        "evil.example.org#localhost, false",
        "0.0.0.0:8400, false",
        "[::]:8400, false",
        "'', false",
        "localhost:, false",
        "'localhost, localhost', false",
    })
    void knowsItsNames(String host, boolean allowed) {
        HostRule rule = new HostRule("10.0.0.7", List.of("Desk.example.org"));

        assertEquals(allowed, rule.allows(host));
    }

    @Test
    void anAddressOfAllIsTheNameOfNone() {
        assertFalse(new HostRule("0.0.0.0", List.of()).allows("0.0.0.0:8400"));
        assertFalse(new HostRule("::", List.of()).allows("[::]:8400"));
        assertFalse(new HostRule("::1", List.of()).allows(null));
    }
}
