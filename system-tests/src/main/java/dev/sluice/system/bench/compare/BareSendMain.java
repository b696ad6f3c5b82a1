package dev.sluice.system.bench.compare;

import dev.sluice.local.botapi.SimulatedTokens;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.async.methods.SimpleRequestProducer;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityConsumer;
import org.apache.hc.core5.http.nio.support.BasicResponseConsumer;
import org.apache.hc.core5.reactor.IOReactorConfig;

/**
 * Calls {@code sendMessage} as fast as HttpClient 5 and the simulator allow, and stores nothing: what a sender without any
 * promise could reach.
 *
 * <p>Arguments: the API's base URL, the first bot's id, the number of bots. {@code GET /run?sends=10000&open=64} makes so many
 * calls, so many of them open at once, in turn for each bot, and answers with {@code sends=<n> nanos=<n>}. One I/O thread;
 * everything that the client may add to a call is off.
 */
public final class BareSendMain {
    private static final int MOST_OPEN = 2_000;

    private final CloseableHttpAsyncClient http;
    private final String[] urls;

    private BareSendMain(String apiUrl, long firstBot, int bots) {
        urls = new String[bots];
        for (int n = 0; n < bots; n++) {
            urls[n] = apiUrl + "/bot" + SimulatedTokens.tokenOf(firstBot + n) + "/sendMessage";
        }
        http = HttpAsyncClients.custom()
                .setIOReactorConfig(IOReactorConfig.custom()
                        .setIoThreadCount(1)
                        .setTcpNoDelay(true)
                        .build())
                .setConnectionManager(PoolingAsyncClientConnectionManagerBuilder.create()
                        .setMaxConnTotal(MOST_OPEN)
                        .setMaxConnPerRoute(MOST_OPEN)
                        .build())
                .disableAutomaticRetries()
                .disableAuthCaching()
                .disableConnectionState()
                .disableContentCompression()
                .disableCookieManagement()
                .disableRedirectHandling()
                .build();
        http.start();
    }

    public static void main(String[] args) throws IOException {
        OnDemand.serve(new BareSendMain(args[0], Long.parseLong(args[1]), Integer.parseInt(args[2]))::run);
    }

    private String run(Map<String, Long> wanted) {
        long sends = wanted.getOrDefault("sends", 1000L);
        long open = Math.min(sends, wanted.getOrDefault("open", 32L));
        Run run = new Run(sends);
        long start = System.nanoTime();
        for (long n = 0; n < open; n++) {
            run.next();
        }
        try {
            run.ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return "sends=%d nanos=%d".formatted(run.good.get(), System.nanoTime() - start);
    }

    private final class Run implements FutureCallback<Message<HttpResponse, byte[]>> {
        private final long sends;
        private final AtomicLong begun = new AtomicLong();
        private final AtomicLong good = new AtomicLong();
        private final CountDownLatch ended;

        Run(long sends) {
            this.sends = sends;
            this.ended = new CountDownLatch(Math.toIntExact(sends));
        }

        void next() {
            long n = begun.getAndIncrement();
            if (n >= sends) {
                return;
            }
            byte[] body = ("{\"chat_id\":" + (1_000_000 + n) + ",\"text\":\"message " + n + " of the benchmark\"}")
                    .getBytes(StandardCharsets.US_ASCII);
            SimpleHttpRequest request = SimpleRequestBuilder.post(urls[(int) (n % urls.length)])
                    .setBody(body, ContentType.APPLICATION_JSON)
                    .build();
            var unused = http.execute(
                    SimpleRequestProducer.create(request),
                    new BasicResponseConsumer<>(new BasicAsyncEntityConsumer()),
                    this);
        }

        @Override
        public void completed(Message<HttpResponse, byte[]> answer) {
            if (answer.getHead().getCode() == 200) {
                good.incrementAndGet();
            }
            end();
        }

        @Override
        public void failed(Exception cause) {
            end();
        }

        @Override
        public void cancelled() {
            end();
        }

        private void end() {
            ended.countDown();
            next();
        }
    }
}
