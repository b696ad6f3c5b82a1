package dev.sluice.outbound.dispatch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.function.LongConsumer;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request, which notes when its last byte was handed to the socket.
 *
 * <p>Writing puts a small body into the session's buffer only, behind the head; the reactor flushes the buffer at the start
 * of the next turn of this connection, and then asks for more output. So the end is declared in that next call, when the
 * flush is done. (Of a body that the socket cannot take at once, less than one buffer may then be left; the head, by which
 * the windows are counted, has long gone.) One call per request; on one reactor thread.
 */
final class TimedBody implements AsyncEntityProducer {
    private final ByteBuffer content;
    private final LongConsumer lastByte;
    private boolean written;
    private volatile boolean ended;

    /** @param lastByte told {@link System#nanoTime()} once */
    TimedBody(byte[] body, LongConsumer lastByte) {
        this.content = ByteBuffer.wrap(body);
        this.lastByte = lastByte;
    }

    @Override
    public int available() {
        return ended ? 0 : Math.max(1, content.remaining());
    }

    @Override
    public void produce(DataStreamChannel channel) throws IOException {
        if (written) {
            ended = true;
            lastByte.accept(System.nanoTime());
            channel.endStream();
            return;
        }
        if (content.hasRemaining()) {
            channel.write(content);
        }
        written = !content.hasRemaining();
        channel.requestOutput();
    }

    @Override
    public long getContentLength() {
        return content.capacity();
    }

    @Override
    public boolean isChunked() {
        return false;
    }

    /** Never: exactly one layer retries, and it is not this one (B2). */
    @Override
    public boolean isRepeatable() {
        return false;
    }

    @Override
    public void failed(Exception cause) {
        // the exchange hears of it itself
    }

    @Override
    public void releaseResources() {
        // nothing held
    }

    /** The call's own headers say it. */
    @Override
    public @Nullable String getContentType() {
        return null;
    }

    @Override
    public @Nullable String getContentEncoding() {
        return null;
    }

    @Override
    public Set<String> getTrailerNames() {
        return Set.of();
    }
}
