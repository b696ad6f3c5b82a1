package dev.sluice.cli.request;

import dev.sluice.cli.Plain;
import dev.sluice.cli.Table;
import dev.sluice.model.ChatId;
import dev.sluice.model.Lane;
import dev.sluice.model.Outcome;
import dev.sluice.model.Review;
import dev.sluice.model.Sender;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** How lanes, reviews and outcomes look in a terminal. What was written to people is not shown. Pure. */
final class StatusTables {
    private StatusTables() {}

    /** One line about the sender's lane. */
    static String lane(Sender sender, Optional<Lane> lane) {
        return lane.map(known -> sender + ": " + String.join(", ", words(known)) + " (as of " + known.at() + ")")
                .orElse(sender + ": no lane is known; nothing was ever asked for, or 'sluice send' has not run");
    }

    private static List<String> words(Lane lane) {
        List<String> words = new ArrayList<>();
        words.add(lane.backlog() + " waiting"
                + lane.oldestAt().map(at -> ", the oldest since " + at).orElse(""));
        words.add(lane.inFlight() + " in flight");
        lane.cooldownUntil().ifPresent(until -> words.add("cooldown until " + until));
        if (lane.paused()) {
            words.add("paused");
        }
        lane.parked().ifPresent(why -> words.add("parked: " + Plain.line(why)));
        return words;
    }

    static List<String> reviews(Collection<Review> reviews) {
        Table table = new Table("STATE", "REASON", "SINCE", "EXPIRES", "ATTEMPT", "METHOD", "CHAT", "REQUEST");
        reviews.forEach(review -> table.add(
                review.state().word(),
                review.reason().word(),
                review.since().toString(),
                review.expiresAt().map(Instant::toString).orElse(""),
                review.attempts().stream()
                        .reduce((first, last) -> last)
                        .map(last -> Integer.toString(last.attempt()))
                        .orElse(""),
                review.method(),
                chat(review.chatId()),
                review.requestId()));
        return table.lines();
    }

    static List<String> outcomes(Collection<Outcome> outcomes) {
        Table table = new Table("AT", "STATE", "REASON", "ATTEMPT", "HTTP", "METHOD", "CHAT", "REQUEST", "ERROR");
        outcomes.forEach(outcome -> table.add(
                outcome.at().toString(),
                outcome.state().word(),
                outcome.reason().word(),
                outcome.attempt() == 0 ? "" : Integer.toString(outcome.attempt()),
                number(outcome.httpStatus()),
                outcome.method(),
                chat(outcome.chatId()),
                outcome.requestId(),
                OutcomeText.words(outcome.error())));
        return table.lines();
    }

    /** The tries of one review, each with what came of it. */
    static List<String> tries(Review review) {
        Table table = new Table("ATTEMPT", "AT", "CLASS", "HTTP", "ERROR");
        review.attempts()
                .forEach(each -> table.add(
                        Integer.toString(each.attempt()),
                        each.at().toString(),
                        each.resultClass().word(),
                        number(each.httpStatus()),
                        OutcomeText.words(each.error())));
        return table.lines();
    }

    private static String chat(Optional<ChatId> chat) {
        return chat.map(ChatId::text).orElse("");
    }

    private static String number(OptionalInt number) {
        return number.isPresent() ? Integer.toString(number.getAsInt()) : "";
    }
}
