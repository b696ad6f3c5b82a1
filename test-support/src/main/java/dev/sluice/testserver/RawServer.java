package dev.sluice.testserver;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** An HTTP server on bare sockets, for answers that no server library would send. One thread per connection. */
public final class RawServer implements AutoCloseable {

    /** What to do with a request; returns when it is done with it. */
    public interface Handler {
        void handle(Request request, OutputStream out) throws IOException, InterruptedException;
    }

    /** A request as it was on the wire. */
    public record Request(int connection, String line, List<String> headers, String body) {
        public String method() {
            return line.split(" ", -1)[0];
        }

        public String path() {
            return line.split(" ", -1)[1];
        }

        public boolean hasHeader(String name) {
            return headers.stream().anyMatch(h -> h.toLowerCase(Locale.ROOT).startsWith(name + ":"));
        }
    }

    private final ServerSocket server = new ServerSocket(0, 500, InetAddress.getLoopbackAddress());
    private final Handler handler;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final AtomicInteger closedByClient = new AtomicInteger();

    public RawServer(Handler handler) throws IOException {
        this.handler = handler;
        daemon(this::accept);
    }

    public URI url() {
        return URI.create("http://localhost:" + server.getLocalPort());
    }

    /** Connections taken so far. */
    public int connections() {
        return connections.get();
    }

    /** Connections that the client has closed. */
    public int closedByClient() {
        return closedByClient.get();
    }

    /** All requests so far, in the order in which they came; grows while one looks. */
    public List<Request> requests() {
        return requests;
    }

    /** A whole answer with a JSON body. */
    public static void respond(OutputStream out, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        write(
                out,
                "HTTP/1.1 " + status + " X\r\nContent-Type: application/json\r\nContent-Length: " + bytes.length
                        + "\r\n\r\n");
        out.write(bytes);
        out.flush();
    }

    public static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : open) {
            socket.close();
        }
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                socket.setTcpNoDelay(true);
                open.add(socket);
                int number = connections.incrementAndGet();
                daemon(() -> serve(number, socket));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void serve(int number, Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (Request request = read(number, in); request != null; request = read(number, in)) {
                requests.add(request);
                handler.handle(request, socket.getOutputStream());
            }
            closedByClient.incrementAndGet();
        } catch (IOException | InterruptedException e) {
            closedByClient.incrementAndGet();
        } finally {
            open.remove(socket);
        }
    }

    private static @Nullable Request read(int number, InputStream in) throws IOException {
        String line = line(in);
        if (line == null) {
            return null;
        }
        List<String> headers = new ArrayList<>();
        int length = 0;
        for (String header = line(in); header != null && !header.isEmpty(); header = line(in)) {
            headers.add(header);
            if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(
                        header.substring("content-length:".length()).strip());
            }
        }
        String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
        return new Request(number, line, headers, body);
    }

    private static @Nullable String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                return null;
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "raw-server");
        thread.setDaemon(true);
        thread.start();
    }
}
