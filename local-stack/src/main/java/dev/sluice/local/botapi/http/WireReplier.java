package dev.sluice.local.botapi.http;

import dev.sluice.local.botapi.engine.Replier;
import dev.sluice.local.botapi.engine.Timers;
import dev.sluice.local.botapi.engine.Wire;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.Set;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.message.BasicHttpResponse;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.ResponseChannel;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOSession;
import org.jspecify.annotations.Nullable;

/** Writes one answer to its connection, or spoils it as the fault wants. Told by the timer thread, run by the reactor. */
final class WireReplier implements Replier {

    /** Time for what was written to leave the buffers before the connection is cut. */
    private static final long CUT_AFTER_NANOS = 20_000_000L;

    private final ResponseChannel channel;
    private final HttpContext context;
    private final Timers timers;
    private final Sessions.@Nullable Connection connection;
    private volatile @Nullable Wire wire;
    private volatile boolean gone;
    private volatile int allowed;
    private int written;

    /** The reactor asks again and again; one pause is enough. */
    private boolean pausing;

    WireReplier(ResponseChannel channel, HttpContext context, Sessions sessions, Timers timers) {
        this.channel = channel;
        this.context = context;
        this.timers = timers;
        this.connection =
                sessions.of(HttpCoreContext.cast(context).getEndpointDetails().getRemoteAddress());
    }

    @Override
    public void send(Wire answer) {
        BasicHttpResponse response = new BasicHttpResponse(answer.status());
        for (Map.Entry<String, String> header : answer.headers().entrySet()) {
            response.addHeader(header.getKey(), header.getValue());
        }
        allowed = answer.chunk() == 0 ? answer.sent() : Math.min(answer.chunk(), answer.sent());
        wire = answer;
        boolean hasBody = answer.body().length > 0;
        submit(response, hasBody ? new Body(answer.body().length, answer.contentType()) : null);
    }

    /** An error of the HTTP layer: empty body, then the connection is closed (TELEGRAM.md 3). */
    void refuse(int status) {
        BasicHttpResponse response = new BasicHttpResponse(status);
        response.addHeader("Connection", "close");
        submit(response, null);
    }

    private void submit(BasicHttpResponse response, @Nullable EntityDetails entity) {
        if (gone) {
            return;
        }
        try {
            channel.sendResponse(response, entity, context);
        } catch (HttpException | IOException | IllegalStateException clientHasGone) {
            gone = true;
        }
    }

    int available() {
        return wire == null ? 0 : allowed - written;
    }

    synchronized void produce(DataStreamChannel out) throws IOException {
        Wire answer = wire;
        if (answer == null) {
            return;
        }
        if (written < allowed) {
            written += out.write(ByteBuffer.wrap(answer.body(), written, allowed - written));
        }
        if (written < allowed || pausing) {
            return;
        }
        if (written == answer.body().length) {
            out.endStream();
        } else {
            pausing = true;
            boolean cut = written == answer.sent();
            timers.later(cut ? CUT_AFTER_NANOS : answer.chunkNanos(), cut ? this::drop : () -> goOn(answer, out));
        }
    }

    private synchronized void goOn(Wire answer, DataStreamChannel out) {
        pausing = false;
        allowed = Math.min(allowed + answer.chunk(), answer.sent());
        out.requestOutput();
    }

    @Override
    public void drop() {
        if (connection == null) {
            return;
        }
        IOSession session = connection.session();
        try {
            // A clean end of the stream first: what was sent must arrive, and then nothing more.
            if (session.channel() instanceof SocketChannel socket) {
                socket.shutdownOutput();
            }
        } catch (IOException alreadyClosed) {
            // It is closed, which is what was wanted.
        }
        session.close(CloseMode.GRACEFUL);
    }

    void gone() {
        gone = true;
    }

    @Override
    public boolean isGone() {
        return gone;
    }

    @Override
    public String peer() {
        return connection == null ? "" : connection.peer();
    }

    @Override
    public String peerAddress() {
        return connection == null ? "" : connection.peerAddress();
    }

    private record Body(long length, String type) implements EntityDetails {
        @Override
        public long getContentLength() {
            return length;
        }

        @Override
        public String getContentType() {
            return type;
        }

        @Override
        public @Nullable String getContentEncoding() {
            return null;
        }

        @Override
        public boolean isChunked() {
            return false;
        }

        @Override
        public Set<String> getTrailerNames() {
            return Set.of();
        }
    }
}
