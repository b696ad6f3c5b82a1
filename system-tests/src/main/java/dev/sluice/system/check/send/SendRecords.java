package dev.sluice.system.check.send;

import dev.sluice.system.check.CommittedReader;
import dev.sluice.system.check.StoredRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** The outbound topics as a read_committed reader saw them, for the senders of one run. */
public final class SendRecords {
    /** A transaction of a killed gate hangs for up to 15 s, or until the next owner settles it. */
    private static final Duration DEADLINE = Duration.ofSeconds(90);

    static final String REQUESTS = "outbound.requests";
    static final String COMMANDS = "outbound.commands";
    static final String ATTEMPTS = "outbound.attempts";
    static final String RESULTS = "outbound.attempt-results";
    static final String OUTCOMES = "outbound.outcomes";
    static final String REVIEWS = "outbound.reviews";
    static final String DEAD_LETTERS = "outbound.dead-letters";

    /** Marks what the gate writes to itself among the commands. */
    private static final String BARRIER = "sluice_barrier";

    final List<Seen.Request> requests = new ArrayList<>();
    final List<Seen.Attempt> attempts = new ArrayList<>();
    final List<Seen.Result> results = new ArrayList<>();
    final List<Seen.Outcome> outcomes = new ArrayList<>();
    final List<Seen.Command> commands = new ArrayList<>();
    final Set<String> openReviews = new HashSet<>();
    private final Predicate<String> senders;
    private final Set<String> refused = new HashSet<>();

    SendRecords(Predicate<String> senders) {
        this.senders = senders;
    }

    /**
     * Reads all topics to their ends.
     *
     * @param senders whose records are looked at
     */
    public static SendRecords read(CommittedReader reader, Predicate<String> senders) {
        reader.readToEnd(DEADLINE, REQUESTS, COMMANDS, ATTEMPTS, RESULTS, OUTCOMES, REVIEWS, DEAD_LETTERS);
        SendRecords records = new SendRecords(senders);
        reader.records(DEAD_LETTERS).forEach(records::deadLetter);
        reader.records(REQUESTS).forEach(records::request);
        reader.records(COMMANDS).forEach(records::command);
        reader.records(ATTEMPTS).forEach(records::attempt);
        reader.records(RESULTS).forEach(records::result);
        reader.records(OUTCOMES).forEach(records::outcome);
        reader.records(REVIEWS).forEach(records::review);
        return records;
    }

    /** Requests that were not refused and have no terminal outcome, open reviews among them. */
    public Set<String> unfinished() {
        Set<String> unfinished = new HashSet<>();
        requests.forEach(request -> unfinished.add(request.jobKey()));
        outcomes.stream().filter(Seen.Outcome::isTerminal).forEach(outcome -> unfinished.remove(outcome.jobKey()));
        return unfinished;
    }

    void deadLetter(StoredRecord letter) {
        Map<String, String> headers = letter.headers();
        refused.add(headers.getOrDefault("sluice_topic", "") + "-" + headers.getOrDefault("sluice_partition", "") + "@"
                + headers.getOrDefault("sluice_offset", ""));
    }

    void request(StoredRecord stored) {
        if (!refused.contains(stored.where())) {
            add(requests, Words.request(stored), Seen.Request::sender);
        }
    }

    void command(StoredRecord stored) {
        if (!refused.contains(stored.where()) && !stored.headers().containsKey(BARRIER)) {
            Seen.Command command = Words.command(stored);
            if (!command.jobKey().isEmpty() && isOurs(command.jobKey())) {
                commands.add(command);
            }
        }
    }

    void attempt(StoredRecord stored) {
        add(attempts, Words.attempt(stored), Seen.Attempt::sender);
    }

    void result(StoredRecord stored) {
        Words.result(stored).filter(result -> isOurs(result.jobKey())).ifPresent(results::add);
    }

    void outcome(StoredRecord stored) {
        Seen.Outcome outcome = Words.outcome(stored);
        if (isOurs(outcome.jobKey())) {
            outcomes.add(outcome);
        }
    }

    void review(StoredRecord stored) {
        if (stored.value().length == 0) {
            openReviews.remove(stored.key());
        } else if (isOurs(stored.key())) {
            openReviews.add(stored.key());
        }
    }

    /** Open reviews, and the attempt that each asks about. */
    public static Map<String, Integer> openReviews(CommittedReader reader, Predicate<String> senders) {
        Map<String, Integer> open = new HashMap<>();
        for (StoredRecord stored : reader.records(REVIEWS)) {
            if (stored.value().length == 0) {
                open.remove(stored.key());
            } else if (senders.test(senderOf(stored.key()))) {
                open.put(stored.key(), Words.lastAttempt(stored));
            }
        }
        return open;
    }

    private <T> void add(List<T> to, T seen, Function<T, String> sender) {
        if (senders.test(sender.apply(seen))) {
            to.add(seen);
        }
    }

    private boolean isOurs(String jobKey) {
        return senders.test(senderOf(jobKey));
    }

    private static String senderOf(String jobKey) {
        int slash = jobKey.indexOf('/');
        return slash < 0 ? jobKey : jobKey.substring(0, slash);
    }
}
