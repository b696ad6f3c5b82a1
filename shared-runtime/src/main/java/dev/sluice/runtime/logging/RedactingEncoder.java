package dev.sluice.runtime.logging;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;
import dev.sluice.runtime.secret.Redactor;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * One event as one text or JSON line, redacted as a whole: message, arguments, exception texts and stack trace pass the
 * {@link Redactor}. Line breaks and other controls inside a message are escaped, so that foreign text cannot fake a line.
 */
final class RedactingEncoder extends EncoderBase<ILoggingEvent> {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private final Logging.Format format;
    private final ThrowableProxyConverter stackTrace = new ThrowableProxyConverter();
    private final JsonFactory json = new JsonFactory();

    RedactingEncoder(Logging.Format format) {
        this.format = format;
    }

    @Override
    public void start() {
        stackTrace.start();
        super.start();
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        String line = format == Logging.Format.JSON ? jsonLine(event) : textLine(event);
        return line.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] headerBytes() {
        return new byte[0];
    }

    @Override
    public byte[] footerBytes() {
        return new byte[0];
    }

    private String textLine(ILoggingEvent event) {
        String line = TIME.format(event.getInstant()) + ' ' + event.getLevel() + " [" + event.getThreadName() + "] "
                + event.getLoggerName() + ": " + escapeControls(event.getFormattedMessage()) + '\n';
        return Redactor.redact(event.getThrowableProxy() == null ? line : line + stackTrace.convert(event));
    }

    private String jsonLine(ILoggingEvent event) {
        StringWriter line = new StringWriter(256);
        try (JsonGenerator out = json.createGenerator(ObjectWriteContext.empty(), line)) {
            out.writeStartObject();
            out.writeStringProperty("time", TIME.format(event.getInstant()));
            out.writeStringProperty("level", event.getLevel().toString());
            out.writeStringProperty("thread", Redactor.redact(event.getThreadName()));
            out.writeStringProperty("logger", event.getLoggerName());
            out.writeStringProperty("message", Redactor.redact(event.getFormattedMessage()));
            if (event.getThrowableProxy() != null) {
                out.writeStringProperty("exception", Redactor.redact(stackTrace.convert(event)));
            }
            out.writeEndObject();
        }
        return line.append('\n').toString();
    }

    private static String escapeControls(String message) {
        int i = 0;
        while (i < message.length() && !isControl(message.charAt(i))) {
            i++;
        }
        if (i == message.length()) {
            return message;
        }
        StringBuilder out = new StringBuilder(message.length() + 16).append(message, 0, i);
        for (; i < message.length(); i++) {
            char c = message.charAt(i);
            switch (c) {
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append(c);
                default -> {
                    if (isControl(c)) {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        return out.toString();
    }

    private static boolean isControl(char c) {
        return c < ' ' || (c >= 0x7f && c <= 0x9f) || c == '\u2028' || c == '\u2029';
    }
}
