package dev.sluice.ingest.telegram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The way of all production traffic. The certificate is made for the test. */
class BotApiTlsTest extends BotApiFixture {
    private static final char[] PASSWORD = "for this test only".toCharArray();

    @TempDir
    private Path dir;

    @Test
    void readsBodiesOfEverySizeOverTls() throws Exception {
        // Given
        SSLContext tls = selfSigned();
        HttpsServer server = server(tls);
        BotApi api = api(server, tls);

        // When and Then: one connection, in turn an answer without updates, a small and a full one
        for (int updates : List.of(0, 3, 100, 0, 100)) {
            respond(server, body(updates, 40_000));
            PollResult result = poll(api, request());
            if (updates == 0) {
                assertInstanceOf(PollResult.Empty.class, result);
            } else {
                PollResult.Batch batch = assertInstanceOf(PollResult.Batch.class, result);
                assertEquals(updates, batch.batch().updates().size());
                batch.lease().release();
            }
        }
    }

    @Test
    void refusesACertificateThatNobodyVouchesFor() throws Exception {
        HttpsServer server = server(selfSigned());
        respond(server, body(0, 0));

        assertInstanceOf(PollResult.Unreachable.class, poll(api(server, null), request()));
    }

    private BotApi api(HttpsServer server, @Nullable SSLContext trust) {
        BotApiSettings settings = new BotApiSettings(
                URI.create("https://localhost:" + server.getAddress().getPort()),
                AllowedUpdates.ALL,
                Duration.ofSeconds(5),
                Duration.ofSeconds(30),
                Duration.ofSeconds(5),
                2);
        BotApi api = new BotApi(settings, budget, Clock.systemUTC(), timer, trust);
        open.add(api);
        return api;
    }

    private HttpsServer server(SSLContext tls) throws Exception {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        server.start();
        open.add(() -> server.stop(0));
        return server;
    }

    private static void respond(HttpsServer server, String body) {
        try {
            server.removeContext("/");
        } catch (IllegalArgumentException e) {
            // the first answer replaces none
        }
        server.createContext("/", exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    private SSLContext selfSigned() throws Exception {
        Path file = dir.resolve("keys.p12");
        if (!Files.exists(file)) {
            Process keytool = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "keytool")
                                    .toString(),
                            "-genkeypair",
                            "-alias",
                            "localhost",
                            "-keyalg",
                            "EC",
                            "-dname",
                            "CN=localhost",
                            "-ext",
                            "SAN=dns:localhost",
                            "-storetype",
                            "PKCS12",
                            "-keystore",
                            file.toString(),
                            "-storepass",
                            new String(PASSWORD))
                    .inheritIO()
                    .start();
            assertEquals(0, keytool.waitFor());
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD);
        }
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD);
        TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trusted.init(keys);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
        return context;
    }
}
