package dev.sluice.outbound.desk.web;

import dev.sluice.model.InvalidRecordException;
import dev.sluice.outbound.desk.board.Board;
import dev.sluice.runtime.http.HttpAddress;
import dev.sluice.runtime.http.HttpLimits;
import dev.sluice.runtime.http.HttpPort;
import dev.sluice.runtime.secret.Secret;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HttpResponseException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.eclipse.jetty.http.UriCompliance;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The desk's port, serving from its making to {@link #close}. */
public final class DeskPort implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(DeskPort.class);

    /** Every stream has a thread; the others answer in milliseconds, or wait for Kafka. */
    private static final int THREADS = EventStreams.MAX + 14;

    /** A POST waits for Kafka up to its delivery timeout, and that must not be cut off. */
    private static final HttpLimits LIMITS =
            new HttpLimits(THREADS, 200, 8 * 1024, Duration.ofSeconds(10), Duration.ofSeconds(30));

    /** A stream's writes may stand still for so long; its comments come more often. */
    private static final Duration STREAM_STANDSTILL = Duration.ofSeconds(25);

    private static final String CSP = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
            + "img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
            + "require-trusted-types-for 'script'; trusted-types 'none'";

    private final EventStreams streams;
    private final HttpPort port;

    /**
     * @param hosts names that it is reached by beside those of loopback and the address that is bound
     * @param token what an API call has to bring now; empty: nothing
     * @param version and {@code instance}: for the page to show
     */
    public record Access(
            HttpAddress address,
            List<String> hosts,
            Optional<Supplier<Secret>> token,
            String version,
            String instance) {}

    /**
     * Binds and serves.
     *
     * @throws dev.sluice.runtime.lifecycle.StartFailure when it cannot
     */
    public DeskPort(
            Access access, Board board, CommandStore commands, WholeReviews wholes, WebMetrics metrics, Clock clock) {
        Guard guard = new Guard(new HostRule(access.address().bind(), access.hosts()), access.token());
        DeskApi api = new DeskApi(board, commands, wholes, metrics, clock);
        streams = new EventStreams(board, clock);
        try {
            port = new HttpPort("desk", access.address(), LIMITS, headers(), config -> {
                routes(config, access, guard, api);
                faults(config, metrics);
            });
        } catch (RuntimeException e) {
            streams.close();
            throw e;
        }
    }

    public int port() {
        return port.port();
    }

    /** Connections that are open now and are no streams. */
    int connections() {
        return port.connections();
    }

    /** Readers of the stream of changes now. */
    public int streams() {
        return streams.open();
    }

    @Override
    public void close() {
        streams.close();
        port.close();
    }

    private void routes(JavalinConfig config, Access access, Guard guard, DeskApi api) {
        config.http.prefer405over404 = true;
        config.http.maxRequestSize = DeskApi.MAX_BODY;
        // ids stand in paths, percent-encoded; no path leads to a file but by a name of plain words
        config.jetty.modifyHttpConfiguration(http -> http.setUriCompliance(UriCompliance.UNSAFE));
        config.jetty.modifyServletContextHandler(
                context -> context.getServletHandler().setDecodeAmbiguousURIs(true));
        config.routes.get("/api/lanes", asked(guard, api::lanes));
        config.routes.get("/api/reviews", asked(guard, api::reviews));
        config.routes.get(
                "/api/reviews/<key>", asked(guard, context -> api.review(context, Queries.keyInPath(context))));
        config.routes.get("/api/review", asked(guard, context -> api.review(context, Queries.keyInQuery(context))));
        config.routes.get("/api/outcomes", asked(guard, api::outcomes));
        config.routes.get("/api/events", asked(guard, this::events));
        config.routes.post("/api/commands", context -> {
            guard.api(context);
            guard.json(context);
            api.command(context);
        });
        config.routes.get("/api/session", context -> {
            guard.sameOrigin(context);
            DeskApi.answer(context, ApiJson.session(guard.wantsToken(), access.version(), access.instance()));
        });
        config.routes.get("/", context -> page(guard, context));
        config.routes.get("/<asset>", context -> page(guard, context));
    }

    private static Handler asked(Guard guard, Handler answer) {
        return context -> {
            guard.api(context);
            answer.handle(context);
        };
    }

    private void events(Context context) throws IOException, InterruptedException {
        streams.serve(context, port.stream(context, STREAM_STANDSTILL));
    }

    private static void page(Guard guard, Context context) throws IOException {
        guard.page(context);
        Assets.serve(context);
    }

    private static void faults(JavalinConfig config, WebMetrics metrics) {
        config.routes.exception(Refused.class, (refused, context) -> {
            metrics.refused(refused.error());
            answer(context, refused);
        });
        config.routes.exception(
                InvalidRecordException.class,
                (invalid, context) -> answer(context, Refused.invalid(String.valueOf(invalid.getMessage()))));
        config.routes.exception(
                UnavailableException.class,
                (unavailable, context) ->
                        answer(context, Refused.unavailable(String.valueOf(unavailable.getMessage()))));
        config.routes.exception(
                HttpResponseException.class,
                (http, context) -> answer(context, new Refused(http.getStatus(), "http", "no such page or method")));
        config.routes.exception(IOException.class, (gone, context) -> {
            log.debug("a request to the desk was not read to its end", gone);
            answer(context, new Refused(400, "http", "not read to its end"));
        });
        config.routes.exception(Exception.class, (fault, context) -> {
            log.error("the desk has failed to answer", fault);
            answer(context, new Refused(500, "internal", "a fault of the desk; its log says more"));
        });
    }

    private static void answer(Context context, Refused refused) {
        DeskApi.answer(context.status(refused.status()), ApiJson.refusal(refused.error(), refused.detail()));
    }

    private static Map<String, String> headers() {
        Map<String, String> headers = new HashMap<>();
        headers.put("Content-Security-Policy", CSP);
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("X-Frame-Options", "DENY"); // for what does not know frame-ancestors
        headers.put("Referrer-Policy", "no-referrer");
        headers.put("Cross-Origin-Opener-Policy", "same-origin");
        headers.put("Cross-Origin-Resource-Policy", "same-origin");
        headers.put("Cache-Control", "no-store");
        return headers;
    }
}
