package dev.sluice.outbound.desk.web;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** One reader of the stream of changes. What it has not taken waits in a short queue; when that is full, it is let go. */
final class EventStream {
    private static final int QUEUED = 16;
    private static final byte[] COMMENT = ": \n\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END = {};

    private final BlockingQueue<byte[]> queue = new ArrayBlockingQueue<>(QUEUED);
    private final Runnable cut;
    private volatile boolean closed;

    EventStream(Runnable cut) {
        this.cut = cut;
    }

    /** Hands it an event. One that is too slow ends here; its writer stands still, so its connection is cut. */
    void offer(byte[] event) {
        if (!closed && !queue.offer(event)) {
            close();
            cut.run();
        }
    }

    void close() {
        closed = true;
        queue.clear();
        queue.offer(END); // wakes the writer
    }

    /**
     * Writes until it is closed or the reader has gone.
     *
     * @param quiet after so long without an event a comment goes out, by which either side learns that the other is there
     */
    void writeTo(OutputStream out, Duration quiet) throws IOException, InterruptedException {
        out.write(COMMENT);
        out.flush();
        while (!closed) {
            byte[] event = queue.poll(quiet.toMillis(), TimeUnit.MILLISECONDS);
            out.write(event == null ? COMMENT : event);
            out.flush();
        }
    }

    /** An event as it goes over the wire; its data is JSON, which has no line break. */
    static byte[] event(String name, byte[] json) {
        byte[] head = ("event: " + name + "\ndata: ").getBytes(StandardCharsets.US_ASCII);
        byte[] event = new byte[head.length + json.length + 2];
        System.arraycopy(head, 0, event, 0, head.length);
        System.arraycopy(json, 0, event, head.length, json.length);
        event[event.length - 2] = '\n';
        event[event.length - 1] = '\n';
        return event;
    }
}
