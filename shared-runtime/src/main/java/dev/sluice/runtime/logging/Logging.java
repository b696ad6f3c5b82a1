package dev.sluice.runtime.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import java.util.List;
import java.util.logging.LogManager;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/**
 * The process's log: to stderr, through {@link RedactingEncoder}, {@code java.util.logging} included. It takes the place of
 * Logback's own configuration files, which could leave out the redaction.
 */
public final class Logging {
    /** How lines are written, {@code sluice.log.format}. */
    public enum Format {
        TEXT,
        JSON
    }

    /** Libraries whose INFO is a page per client or connection: heard from WARN on, or with everything at DEBUG. */
    private static final List<String> CHATTY =
            List.of("org.apache.kafka", "org.eclipse.jetty", "io.javalin", "org.apache.hc", "io.smallrye");

    /** Would write message content, which is never logged (CONTRACT "Scope of S1"). Off at every level. */
    private static final List<String> CONTENT =
            List.of("org.apache.hc.client5.http.wire", "org.apache.hc.core5.http.wire");

    private Logging() {}

    /** Sets level and format, in place of whatever was set before. */
    public static void configure(Level level, Format format) {
        configure((LoggerContext) LoggerFactory.getILoggerFactory(), level, format);
    }

    static void configure(LoggerContext context, Level level, Format format) {
        context.reset();
        RedactingEncoder encoder = new RedactingEncoder(format);
        encoder.setContext(context);
        encoder.start();
        ConsoleAppender<ILoggingEvent> stderr = new ConsoleAppender<>();
        stderr.setContext(context);
        stderr.setName("stderr");
        stderr.setTarget("System.err");
        stderr.setEncoder(encoder);
        stderr.start();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(level);
        root.addAppender(stderr);
        if (level.toInt() == Level.INFO_INT) {
            CHATTY.forEach(name -> context.getLogger(name).setLevel(Level.WARN));
        }
        CONTENT.forEach(name -> context.getLogger(name).setLevel(Level.OFF));
        bridgeJavaUtilLogging(level);
    }

    /** Writes out and stops; what is logged later is dropped. The last act of a process. */
    public static void close() {
        ((LoggerContext) LoggerFactory.getILoggerFactory()).stop();
    }

    private static void bridgeJavaUtilLogging(Level level) {
        LogManager.getLogManager().reset();
        SLF4JBridgeHandler.install();
        java.util.logging.Level needed =
                level.isGreaterOrEqual(Level.INFO) ? java.util.logging.Level.INFO : java.util.logging.Level.ALL;
        java.util.logging.Logger.getLogger("").setLevel(needed);
    }
}
