package dev.sluice.runtime.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Tag("R23")
class LoggingTest {
    private static final String TOKEN = "110001:SIMULATED-token-of-bot-110001-xxxxxx";

    private final PrintStream stderr = System.err;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    @AfterEach
    void restore() {
        System.setErr(stderr);
        Logging.configure(Level.WARN, Logging.Format.TEXT);
    }

    @ParameterizedTest
    @EnumSource(Logging.Format.class)
    void messageArgumentsExceptionsAndThreadsAreRedacted(Logging.Format format) {
        capture(Level.DEBUG, format);
        Exception cause = new IllegalStateException("cause " + TOKEN);
        cause.addSuppressed(new IllegalStateException("suppressed " + TOKEN));
        Thread.currentThread().setName("thread of " + TOKEN);

        LoggerFactory.getLogger("a.b")
                .debug("message " + TOKEN + " argument {}", TOKEN, new Exception("top " + TOKEN, cause));
        Thread.currentThread().setName("main");

        String text = text();
        assertFalse(text.contains("SIMULATED"), text);
        for (String word : new String[] {"message", "argument", "top", "cause", "suppressed", "thread of"}) {
            assertTrue(text.contains(word + " 110001:•••"), word + " in " + text);
        }
        assertTrue(text.contains("LoggingTest.java"), "the stack trace: " + text);
    }

    @Test
    void textCannotFakeALine() {
        capture(Level.INFO, Logging.Format.TEXT);

        LoggerFactory.getLogger("a.b").info("said {}", "hi\r\n2026-01-01 ERROR \u001b[31mfake\u2028x");

        assertTrue(text().endsWith("INFO [main] a.b: said hi\\r\\n2026-01-01 ERROR \\u001b[31mfake\\u2028x\n"), text());
    }

    @Test
    void jsonIsOneObjectPerLine() {
        capture(Level.INFO, Logging.Format.JSON);

        LoggerFactory.getLogger("a.b").warn("two\nlines", new IllegalStateException("why"));

        assertEquals(1, text().lines().count());
        JsonNode line = JsonMapper.shared().readTree(text());
        assertEquals("WARN", line.get("level").asString());
        assertEquals("a.b", line.get("logger").asString());
        assertEquals("two\nlines", line.get("message").asString());
        assertTrue(line.get("exception").asString().startsWith("java.lang.IllegalStateException: why\n\tat "));
        assertTrue(line.get("time").asString().matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z"));
    }

    @Test
    void javaUtilLoggingComesOutTheSameWay() {
        capture(Level.DEBUG, Logging.Format.TEXT);
        LogRecord record = new LogRecord(java.util.logging.Level.FINE, "fine {0}");
        record.setParameters(new Object[] {TOKEN});
        record.setLoggerName("j.u.l");

        java.util.logging.Logger.getLogger("j.u.l").log(record);

        assertTrue(text().endsWith("DEBUG [main] j.u.l: fine 110001:•••\n"), text());
    }

    @Test
    void librariesAreQuietAtInfoAndContentIsNeverLogged() {
        capture(Level.INFO, Logging.Format.TEXT);
        assertFalse(LoggerFactory.getLogger("org.apache.kafka.clients.X").isInfoEnabled());
        assertTrue(LoggerFactory.getLogger("dev.sluice.X").isInfoEnabled());

        capture(Level.TRACE, Logging.Format.TEXT);
        assertTrue(LoggerFactory.getLogger("org.apache.kafka.clients.X").isTraceEnabled());
        assertFalse(LoggerFactory.getLogger("org.apache.hc.client5.http.wire").isErrorEnabled());
    }

    @Test
    void beforeItIsConfiguredOnlyWarningsAreWritten() {
        LoggerContext context = new LoggerContext();
        EarlyLogging early = new EarlyLogging();

        early.configure(context);

        Logger root = context.getLogger("ROOT");
        assertEquals(Level.WARN, root.getLevel());
        assertTrue(root.getAppender("stderr").isStarted());
    }

    @Test
    void anEventWithoutAnExceptionEndsAfterItsMessage() {
        RedactingEncoder encoder = new RedactingEncoder(Logging.Format.TEXT);
        encoder.start();
        LoggerContext context = new LoggerContext();
        LoggingEvent event = new LoggingEvent("x", context.getLogger("a.b"), Level.INFO, "m", null, null);

        String line = new String(encoder.encode(event), StandardCharsets.UTF_8);

        assertTrue(line.endsWith(" a.b: m\n"), line);
        assertEquals(0, encoder.headerBytes().length + encoder.footerBytes().length);
    }

    private void capture(Level level, Logging.Format format) {
        System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
        Thread.currentThread().setName("main");
        Logging.configure(level, format);
    }

    private String text() {
        return written.toString(StandardCharsets.UTF_8);
    }
}
