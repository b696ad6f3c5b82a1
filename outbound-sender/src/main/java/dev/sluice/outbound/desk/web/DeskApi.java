package dev.sluice.outbound.desk.web;

import dev.sluice.model.Command;
import dev.sluice.model.CommandCodec;
import dev.sluice.model.JobKey;
import dev.sluice.outbound.desk.board.Board;
import dev.sluice.outbound.desk.board.Board.Part;
import dev.sluice.outbound.desk.board.OpenReview;
import dev.sluice.outbound.desk.web.CommandForm.Filled;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The answers of the API, once the {@link Guard} has let a request in. */
final class DeskApi {
    private static final Logger log = LoggerFactory.getLogger(DeskApi.class);

    static final int MAX_BODY = 1024 * 1024;

    private final Board board;
    private final CommandStore commands;
    private final WholeReviews wholes;
    private final WebMetrics metrics;
    private final Clock clock;

    DeskApi(Board board, CommandStore commands, WholeReviews wholes, WebMetrics metrics, Clock clock) {
        this.board = board;
        this.commands = commands;
        this.wholes = wholes;
        this.metrics = metrics;
        this.clock = clock;
    }

    void lanes(Context context) {
        answer(context, ApiJson.lanes(board.lanes(), clock.instant(), board.isComplete(Part.LANES)));
    }

    void reviews(Context context) {
        answer(
                context,
                ApiJson.reviews(
                        board.reviews(
                                Queries.reviews(context), Queries.after(context).orElse(null), Queries.limit(context)),
                        board.isComplete(Part.REVIEWS)));
    }

    void outcomes(Context context) {
        answer(
                context,
                ApiJson.outcomes(
                        board.outcomes(Queries.outcomes(context), Queries.limit(context)),
                        board.isComplete(Part.OUTCOMES)));
    }

    /** A review that changes while it is read is read once more, where it lies then. */
    void review(Context context, JobKey key) {
        OpenReview known = board.review(key).orElseThrow(this::unknown);
        Optional<WholeReviews.Stored> stored = wholes.read(known);
        if (stored.isEmpty()) {
            OpenReview now = board.review(key).orElseThrow(this::unknown);
            stored = now.equals(known) ? Optional.empty() : wholes.read(now);
        }
        answer(context, ApiJson.whole(stored.orElseThrow(this::unknown)));
    }

    private Refused unknown() {
        return board.isComplete(Part.REVIEWS)
                ? Refused.notFound("no such review is open")
                : Refused.unavailable("not known yet: the desk is still reading the reviews");
    }

    void command(Context context) throws IOException {
        String by = "desk:" + context.req().getRemoteAddr();
        List<Filled> filled = new CommandForm(by, this::openAttempt).read(Bodies.read(context, MAX_BODY));
        commands.store(filled.stream()
                .map(each -> new CommandStore.Entry(each.command().sender(), each.value()))
                .toList());
        filled.forEach(each -> metrics.command(CommandCodec.name(each.command())));
        log.info("{} has stored {}", by, summary(filled));
        answer(context.status(202), ApiJson.accepted(filled.size()));
    }

    private OptionalInt openAttempt(JobKey key) {
        return board.review(key).map(review -> OptionalInt.of(review.attempt())).orElse(OptionalInt.empty());
    }

    /** One command with what it is about, several by their number; never a note. */
    private static String summary(List<Filled> filled) {
        if (filled.size() == 1) {
            Command command = filled.get(0).command();
            return words(command) + " of " + subject(command);
        }
        TreeMap<String, Integer> counts = new TreeMap<>();
        filled.forEach(each -> counts.merge(words(each.command()), 1, Integer::sum));
        return filled.size() + " commands " + counts;
    }

    private static String words(Command command) {
        String name = CommandCodec.name(command);
        return command instanceof Command.Resolve resolve
                ? name + " " + resolve.decision().word()
                : name;
    }

    private static String subject(Command command) {
        if (command instanceof Command.Resolve resolve) {
            return new JobKey(resolve.sender(), resolve.requestId()) + " attempt " + resolve.attempt();
        }
        return command instanceof Command.Cancel cancel
                ? new JobKey(cancel.sender(), cancel.requestId()).text()
                : command.sender().text();
    }

    static void answer(Context context, byte[] json) {
        context.contentType("application/json; charset=utf-8").result(json);
    }
}
