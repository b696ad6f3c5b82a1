package dev.sluice.cli.deadletters;

import dev.sluice.model.CommandCodec;
import dev.sluice.model.DeadLetterHeaders;
import dev.sluice.model.InvalidRecordException;
import dev.sluice.model.Names;
import dev.sluice.model.RecordPlace;
import dev.sluice.model.SendRequest;
import dev.sluice.model.SendRequestCodec;
import dev.sluice.model.Sender;
import dev.sluice.model.TopicSpec;
import dev.sluice.model.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * Whether a dead letter can be tried again, and as what: the original key and bytes, in the topic it came from, in the
 * partition of the sender that the value names.
 *
 * <p>It keeps its record timestamp. {@code cancel_chat} compares the times of records: with a new one, a request would
 * escape a cancel that was meant for it, and a cancel would reach requests that came after it (R116).
 */
sealed interface Retry {

    /** What is written. */
    record Again(TopicSpec topic, Sender sender, Instant at, byte[] value) implements Retry {}

    /** Why it cannot succeed. */
    record Never(String why) implements Retry {}

    /** What the same bytes meet again, whenever they come. */
    Set<String> LASTING = Set.of("method_forbidden", "needs_upload", "command_invalid", "expired_on_arrival");

    /** A record is dropped by its timestamp; before that, the gate has at least this long to read it. */
    Duration TIME_TO_READ = Duration.ofDays(1);

    /** Looks at one. */
    static Retry of(DeadLetter letter, Names names, Instant now) {
        DeadLetterHeaders why = letter.why();
        Optional<TopicSpec> topic = why.origin().flatMap(origin -> inputOf(origin, names));
        if (why.origin().isEmpty() || why.at().isEmpty()) {
            return new Never("its headers do not say where and when the original was written");
        }
        if (topic.isEmpty()) {
            return new Never("its origin is not among the topics that requests and commands come from");
        }
        if (LASTING.contains(why.reason())) {
            return new Never("the same would be refused again as " + why.reason());
        }
        Duration kept = topic.get().retention().orElseThrow().minus(TIME_TO_READ);
        if (why.at().get().isBefore(now.minus(kept))) {
            return new Never("was written at " + why.at().get() + ": "
                    + topic.get().name() + " would drop it, perhaps before it is read");
        }
        return letter.value() == null
                ? new Never("holds no value")
                : decoded(topic.get(), why.at().get(), letter.value(), now);
    }

    private static Retry decoded(TopicSpec topic, Instant at, byte[] value, Instant now) {
        try {
            if (topic.equals(Topics.COMMANDS)) {
                return new Again(topic, CommandCodec.decode(value).sender(), at, value);
            }
            SendRequest request = SendRequestCodec.decode(value);
            return request.expiresAt().filter(end -> !end.isAfter(now)).isPresent()
                    ? new Never("has expired")
                    : new Again(topic, request.sender(), at, value);
        } catch (InvalidRecordException e) {
            return new Never("is not usable: " + e.getMessage());
        }
    }

    private static Optional<TopicSpec> inputOf(RecordPlace origin, Names names) {
        return Set.of(Topics.REQUESTS, Topics.COMMANDS).stream()
                .filter(spec -> names.topic(spec).equals(origin.topic()))
                .findFirst();
    }

    /** The headers of the original, as trace ids, without Sluice's; and one that says it was retried. */
    static Iterable<Header> headers(DeadLetter letter) {
        Header retried = new RecordHeader(
                DeadLetterHeaders.RETRIED, letter.place().text().getBytes(StandardCharsets.UTF_8));
        return Stream.concat(
                        StreamSupport.stream(letter.headers().spliterator(), false)
                                .filter(header -> !header.key().startsWith("sluice_")),
                        Stream.of(retried))
                .toList();
    }
}
