package dev.sluice.system.desk;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** One page that listens. */
final class StubStream {
    private static final byte[] COMMENT = ": \n\n".getBytes(UTF_8);

    private final BlockingQueue<byte[]> queue = new LinkedBlockingQueue<>();
    private volatile boolean closed;

    void offer(byte[] event) {
        queue.add(event);
    }

    void close() {
        closed = true;
        queue.add(COMMENT);
    }

    void writeTo(OutputStream out) throws IOException {
        out.write(COMMENT);
        out.flush();
        try {
            while (!closed) {
                byte[] event = queue.poll(5, TimeUnit.SECONDS);
                out.write(event == null ? COMMENT : event);
                out.flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
