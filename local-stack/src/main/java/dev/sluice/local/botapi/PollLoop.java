package dev.sluice.local.botapi;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.concurrent.CountDownLatch;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.async.methods.SimpleRequestProducer;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityConsumer;
import org.apache.hc.core5.http.nio.support.BasicResponseConsumer;

/** Polls one bot in a loop and stores nothing. Runs on the client's reactor thread. */
final class PollLoop implements FutureCallback<Message<HttpResponse, byte[]>> {

    private static final byte[] ID_FIELD = "{\"update_id\":".getBytes(US_ASCII);
    private static final int FULL_ANSWER = 100;

    private final CloseableHttpAsyncClient http;
    private final String url;
    private final boolean full;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean stopped;
    private volatile long polls;
    private volatile long updates;
    private volatile long bytes;
    private int offset = 1;

    /**
     * @param full whether answers hold 100 updates that each next call confirms; else the queue does not exist, and offsets
     *     alternate so that no repeat guard makes a call wait
     */
    PollLoop(CloseableHttpAsyncClient http, String apiUrl, String token, boolean full) {
        this.http = http;
        this.url = apiUrl + "/bot" + token + "/getUpdates";
        this.full = full;
    }

    void start() {
        SimpleHttpRequest request = SimpleRequestBuilder.post(url)
                .setBody("{\"offset\":" + offset + ",\"limit\":100,\"timeout\":0}", ContentType.APPLICATION_JSON)
                .build();
        var unused = http.execute(
                SimpleRequestProducer.create(request),
                new BasicResponseConsumer<>(new BasicAsyncEntityConsumer()),
                this);
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes, the measuring one reads
    public void completed(Message<HttpResponse, byte[]> answer) {
        byte[] body = answer.getBody();
        polls++;
        bytes += body.length;
        if (full) {
            offset = lastId(body) + 1;
            updates += FULL_ANSWER;
        } else {
            offset = 3 - offset;
        }
        if (stopped) {
            ended.countDown();
        } else {
            start();
        }
    }

    /** The newest id of the answer, found from its end: no parsing, this is not what is measured. */
    private static int lastId(byte[] body) {
        for (int at = body.length - ID_FIELD.length; at >= 0; at--) {
            if (body[at] == '{' && startsWith(body, at)) {
                int id = 0;
                for (int digit = at + ID_FIELD.length; body[digit] >= '0' && body[digit] <= '9'; digit++) {
                    id = id * 10 + body[digit] - '0';
                }
                return id;
            }
        }
        return 0;
    }

    private static boolean startsWith(byte[] body, int at) {
        for (int n = 0; n < ID_FIELD.length; n++) {
            if (body[at + n] != ID_FIELD[n]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void failed(Exception cause) {
        ended.countDown();
    }

    @Override
    public void cancelled() {
        ended.countDown();
    }

    void stop() {
        stopped = true;
    }

    void awaitEnd() throws InterruptedException {
        ended.await();
    }

    long polls() {
        return polls;
    }

    long updates() {
        return updates;
    }

    long bytes() {
        return bytes;
    }
}
