package dev.sluice.cli.request;

import dev.sluice.model.ChatId;
import dev.sluice.model.InvalidRecordException;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.settings.Durations;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What people type, as what records hold. Every refusal is a {@link StartFailure} (USAGE) that names the option. Pure: the
 * time is handed in.
 */
final class Arguments {
    private static final Pattern CHAT_NUMBER = Pattern.compile("-?(0|[1-9][0-9]{0,18})");

    private Arguments() {}

    /** What {@code made} gives; a fault of the record becomes one of the option that the field came from. */
    static <T> T checked(Supplier<T> made) {
        try {
            return made.get();
        } catch (InvalidRecordException e) {
            String problem = String.valueOf(e.getMessage());
            String field = e.field() + ": ";
            throw refused(optionOf(e.field()), problem.startsWith(field) ? problem.substring(field.length()) : problem);
        }
    }

    /**
     * RFC 3339, or {@code +D} for so long after now.
     *
     * @param now by this machine's clock
     */
    static Instant time(String option, String text, Instant now) {
        try {
            return text.startsWith("+")
                    ? now.plus(Durations.parse(text.substring(1)))
                    : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException | IllegalArgumentException | ArithmeticException e) {
            throw refused(
                    option,
                    "'" + text + "' is no time; wants one like 2026-11-30T12:00:00Z, or +10m for in 10 minutes");
        }
    }

    static Duration duration(String option, String text, Duration longest) {
        try {
            Duration duration = Durations.parse(text);
            if (duration.compareTo(longest) <= 0) {
                return duration;
            }
        } catch (IllegalArgumentException e) {
            throw refused(option, "'" + text + "' is no duration; wants one like 30s or 5m");
        }
        throw refused(option, "'" + text + "' is too long; wants at most " + Durations.format(longest));
    }

    /** The constant that this word stands for. */
    static <T> T word(String option, String text, T[] all, Function<T, String> wordOf) {
        return Arrays.stream(all)
                .filter(candidate -> wordOf.apply(candidate).equals(text))
                .findFirst()
                .orElseThrow(() -> refused(
                        option,
                        "'" + text + "' is not among "
                                + Arrays.stream(all).map(wordOf).collect(Collectors.joining(", "))));
    }

    /** A number as a number, everything else, such as {@code @channel}, as a text. */
    static ChatId chat(String option, String text) {
        if (text.isBlank()) {
            throw refused(option, "is empty; wants a chat id like 42 or -1001234567890, or @channel");
        }
        return CHAT_NUMBER.matcher(text).matches() ? new ChatId(text, false) : ChatId.of(text);
    }

    static StartFailure refused(String option, String problem) {
        return new StartFailure(ExitCode.USAGE, option, problem);
    }

    private static String optionOf(String field) {
        return switch (field) {
            case "request_id" -> "--id";
            case "chat_id" -> "--chat";
            case "request" -> field; // the whole is too large
            default -> "--" + field.replace('_', '-');
        };
    }
}
