package dev.sluice.ingest.telegram;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.Consumer;
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
 * One HTTP exchange, from the call to its single result: takes the body in, under the budget, and sees to it that whatever
 * happens first (answer, failure, deadline, cancellation) is the one thing that is reported.
 *
 * <pre>
 *  UNDER_WAY ──answer complete──▶ (connection back in its pool) ──▶ done
 *      ├── connection failed ──▶ done
 *      └── deadline or cancel ──▶ done, connection closed
 * </pre>
 *
 * <p>The answer is reported only when its connection is in the pool again, so that the next poll of the bot can have it.
 */
final class Exchange<T> implements AsyncResponseConsumer<Boolean>, FutureCallback<Boolean>, PendingCall {
    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

    /** Makes a result of what came. Parsing happens here, on a reactor thread. */
    interface Interpreter<T> {

        /** A complete answer with status 200-299; the lease passes to the result, or is released. */
        T success(ResponseBody body, long elapsedNanos);

        T failure(PollResult.Failure failure);
    }

    private final ResponseBody body;
    private final Interpreter<T> interpreter;
    private final Consumer<T> done;
    private final Consumer<Exchange<?>> atEnd;
    private final long startNanos = System.nanoTime();
    private volatile @Nullable Future<?> deadline;
    private volatile @Nullable Future<?> http;
    private volatile @Nullable T answer;

    /** Whether the reported result holds the room in the budget, so that it is no longer ours to release. */
    private volatile boolean leaseHandedOver;

    /** Guarded by this: whether the one result was reported. */
    private boolean reported;

    /** Guarded by this: whose connection the request goes over, once there is one. */
    private @Nullable AsyncExecRuntime connection;

    /** @param atEnd hears of the exchange just before its result is reported */
    Exchange(ResponseBody body, Interpreter<T> interpreter, Consumer<T> done, Consumer<Exchange<?>> atEnd) {
        this.body = body;
        this.interpreter = interpreter;
        this.done = done;
        this.atEnd = atEnd;
    }

    /** What ends the exchange when nothing else does. */
    void limitBy(Future<?> deadline) {
        this.deadline = deadline;
        if (isReported()) {
            deadline.cancel(false);
        }
    }

    /** The exchange as the HTTP client knows it, for giving it up. */
    void startedAs(Future<?> http) {
        this.http = http;
        if (isReported()) {
            http.cancel(true);
        }
    }

    synchronized boolean isReported() {
        return reported;
    }

    /** The exchange has its connection and is about to use it; false when it must not, since it is over. */
    synchronized boolean begin(AsyncExecRuntime onConnection) {
        connection = onConnection;
        return !reported;
    }

    /** The deadline passed, or the call could not even be made. */
    void giveUp(PollResult.Failure failure) {
        if (!report(interpreter.failure(failure))) {
            return;
        }
        // waiting for a connection ends by the future, using one by closing it: see HttpClients on why not both by the
        // first
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
        body.release();
    }

    @Override
    public void cancel() {
        giveUp(new PollResult.Cancelled());
    }

    @Override
    public void consumeResponse(
            HttpResponse response,
            @Nullable EntityDetails details,
            HttpContext context,
            FutureCallback<Boolean> callback)
            throws IOException {
        body.begin(response.getCode(), details == null ? 0 : details.getContentLength());
        if (details == null) {
            interpret();
        }
    }

    @Override
    public void informationResponse(HttpResponse response, HttpContext context) {}

    @Override
    public void updateCapacity(CapacityChannel channel) throws IOException {
        body.readFrom(channel);
    }

    @Override
    public void consume(ByteBuffer bytes) throws IOException {
        body.append(bytes);
    }

    @Override
    public void streamEnd(@Nullable List<? extends Header> trailers) {
        interpret();
    }

    /** Called when the exchange is over and its connection released, whichever way it went. */
    @Override
    public void releaseResources() {
        T complete = answer;
        if (complete != null && report(complete)) {
            leaseHandedOver = body.isLeaseTaken();
            // whoever keeps this call for a while shall not keep its answer
            answer = null;
        }
        if (!leaseHandedOver) {
            body.release();
        }
    }

    /** From the client, as a consumer and as the callback: the second call changes nothing. */
    @Override
    public void failed(Exception cause) {
        if (answer == null) {
            report(interpreter.failure(body.failure(cause)));
        }
    }

    @Override
    public void completed(Boolean result) {}

    @Override
    public void cancelled() {
        report(interpreter.failure(new PollResult.Cancelled()));
    }

    private void interpret() {
        if (!isReported()) {
            answer = body.isSuccess()
                    ? interpreter.success(body, System.nanoTime() - startNanos)
                    : interpreter.failure(body.errorAnswer());
        }
    }

    private boolean report(T result) {
        synchronized (this) {
            if (reported) {
                return false;
            }
            reported = true;
        }
        Future<?> timer = deadline;
        if (timer != null) {
            timer.cancel(false);
        }
        atEnd.accept(this);
        try {
            done.accept(result);
        } catch (RuntimeException e) {
            LOG.error("A result of the Bot API could not be handed over", e);
        }
        return true;
    }
}
