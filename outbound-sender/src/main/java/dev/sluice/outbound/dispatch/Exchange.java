package dev.sluice.outbound.dispatch;

import dev.sluice.runtime.secret.Redactor;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hc.client5.http.async.AsyncExecRuntime;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One HTTP exchange, from the call to its one ending.
 *
 * <pre>
 *  WAITING (name, pool, connect, TLS) ── {@link #mayWrite} ──▶ WIRE ── answer, failure or deadline ──▶ OVER
 *      └── failure or deadline: not sent ──▶ OVER            └── refused: not sent ──▶ OVER
 * </pre>
 *
 * <p>The boundary between "not sent" and "unknown" is {@link #mayWrite}: the connection calls it when it has taken the request
 * and before it writes a byte. What fails before has sent nothing, whatever the exception is called; what fails after may
 * have. An exchange that is over refuses to cross the boundary, so a deadline that strikes before it leaves nothing behind.
 */
final class Exchange implements AsyncResponseConsumer<Boolean>, FutureCallback<Boolean> {
    private static final Logger log = LoggerFactory.getLogger(Exchange.class);

    private enum Stage {
        WAITING,
        WIRE,
        OVER
    }

    private final ExchangeListener listener;
    private final AnswerBody body;
    private final Consumer<Exchange> atEnd;
    private final long deadlineNanos;
    private volatile @Nullable Future<?> http;

    /** When the last byte of the answer was read; with it, the answer is complete. */
    private volatile @Nullable Long completeNanos;

    /** The rest is guarded by this. */
    private Stage stage = Stage.WAITING;

    private @Nullable Long sentNanos;
    private boolean silenceReported;
    private @Nullable AsyncExecRuntime connection;

    /** @param atEnd hears of the exchange just before its listener hears how it ended */
    Exchange(ExchangeListener listener, AnswerBody body, long deadlineNanos, Consumer<Exchange> atEnd) {
        this.listener = listener;
        this.body = body;
        this.deadlineNanos = deadlineNanos;
        this.atEnd = atEnd;
    }

    /** The exchange as the HTTP client knows it, for giving it up. */
    void startedAs(Future<?> http) {
        this.http = http;
        if (isOver()) {
            http.cancel(true);
        }
    }

    synchronized boolean isOver() {
        return stage == Stage.OVER;
    }

    /** The exchange has its connection; false when it must not use it, since it is over. */
    synchronized boolean begin(AsyncExecRuntime onConnection) {
        connection = onConnection;
        return stage != Stage.OVER;
    }

    /**
     * The connection is about to write.
     *
     * @throws InterruptedIOException when it must not
     */
    void mayWrite() throws InterruptedIOException {
        Optional<Refusal> refusal;
        synchronized (this) {
            if (stage != Stage.WAITING) {
                throw new InterruptedIOException("given up before it began");
            }
            refusal = listener.beforeFirstByte();
            if (refusal.isEmpty()) {
                stage = Stage.WIRE;
                return;
            }
        }
        end(() -> new Ending.Refused(refusal.get()));
        throw new InterruptedIOException("refused before it began");
    }

    void lastByte(long nanos) {
        synchronized (this) {
            sentNanos = nanos;
            if (stage == Stage.OVER) {
                return;
            }
        }
        listener.onTheWire(nanos);
    }

    /** Looks at the clock: reports a silence, ends what is too late. */
    void tick(long nowNanos, long sendingAfterNanos) {
        if (nowNanos - deadlineNanos >= 0) {
            giveUp("no complete answer in time");
            return;
        }
        long sent;
        synchronized (this) {
            if (stage != Stage.WIRE
                    || silenceReported
                    || sentNanos == null
                    || nowNanos - sentNanos < sendingAfterNanos) {
                return;
            }
            silenceReported = true;
            sent = sentNanos;
        }
        listener.stillSilent(sent, nowNanos);
    }

    /** Ends the exchange and closes its connection. */
    void giveUp(String why) {
        if (!end(() -> failure(why))) {
            return;
        }
        // waiting for a connection ends by the future; using one only by closing it: cancelling does not close one that
        // came from the pool (seen with 5.6)
        Future<?> running = http;
        if (running != null) {
            running.cancel(true);
        }
        AsyncExecRuntime used;
        synchronized (this) {
            used = connection;
        }
        if (used != null) {
            used.discardEndpoint();
        }
    }

    @Override
    public void consumeResponse(
            HttpResponse response,
            @Nullable EntityDetails details,
            HttpContext context,
            FutureCallback<Boolean> callback) {
        body.begin(response);
        if (details == null) {
            completeNanos = System.nanoTime();
        }
    }

    @Override
    public void informationResponse(HttpResponse response, HttpContext context) {}

    @Override
    public void updateCapacity(CapacityChannel channel) throws IOException {
        channel.update(Integer.MAX_VALUE);
    }

    @Override
    public void consume(ByteBuffer bytes) throws IOException {
        body.append(bytes);
    }

    @Override
    public void streamEnd(@Nullable List<? extends Header> trailers) {
        completeNanos = System.nanoTime();
    }

    /** The exchange is over and its connection released, whichever way it went. */
    @Override
    public void releaseResources() {
        Long complete = completeNanos;
        if (complete != null) {
            end(() -> new Ending.Answered(body.toAnswer(true), sentBy(complete), complete));
        }
    }

    /** From the client, as a consumer and as the callback: the second call changes nothing. */
    @Override
    public void failed(Exception cause) {
        if (completeNanos == null) {
            end(() -> failure(describe(cause)));
        }
    }

    @Override
    public void completed(Boolean result) {}

    @Override
    public void cancelled() {
        end(() -> failure("cancelled"));
    }

    /** Called with the lock held, so that no byte can slip between the look at the stage and the end. */
    private Ending failure(String why) {
        if (stage != Stage.WIRE) {
            return new Ending.NotSent(why);
        }
        long now = System.nanoTime();
        return body.hasBegun()
                ? new Ending.Answered(body.toAnswer(false), sentBy(now), now)
                : new Ending.Silent(why, sentBy(now));
    }

    /** The server may answer before it has the whole request: then it had what it wanted of it by that time. */
    private long sentBy(long atLatest) {
        return sentNanos == null ? atLatest : sentNanos;
    }

    private boolean end(Supplier<Ending> how) {
        Ending ending;
        synchronized (this) {
            if (stage == Stage.OVER) {
                return false;
            }
            ending = how.get();
            stage = Stage.OVER;
        }
        atEnd.accept(this);
        try {
            listener.ended(ending);
        } catch (RuntimeException e) {
            log.error("the end of a call could not be handed over", e);
        }
        return true;
    }

    /** By class and message; the message of a network error names host and port, never the path. */
    static String describe(Exception cause) {
        String name = cause.getClass().getSimpleName();
        return cause.getMessage() == null ? name : Redactor.redact(name + ": " + cause.getMessage());
    }
}
