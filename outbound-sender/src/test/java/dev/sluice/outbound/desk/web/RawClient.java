package dev.sluice.outbound.desk.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A client on a bare socket, which sends what no client library would. */
final class RawClient implements AutoCloseable {
    private final Socket socket;
    private final StringBuilder come = new StringBuilder();

    RawClient(int port) throws IOException {
        this(port, new Socket());
    }

    /** One whose own buffers hold little of what it does not read. */
    static RawClient deaf(int port) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4 * 1024);
        return new RawClient(port, socket);
    }

    private RawClient(int port, Socket socket) throws IOException {
        this.socket = socket;
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket.setSoTimeout((int) Duration.ofSeconds(45).toMillis());
    }

    /** One request on a connection of its own, and everything that comes back until the server closes. */
    static String exchange(int port, String request) throws IOException {
        try (RawClient client = new RawClient(port)) {
            try {
                client.send(request);
            } catch (java.net.SocketException e) {
                // it was answered and closed before all was written; the answer can be read all the same
            }
            return client.rest();
        }
    }

    /** Sends text as it is, each letter a byte. */
    RawClient send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    RawClient send(byte[] bytes) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(bytes);
        out.flush();
        return this;
    }

    /** What comes until the server closes the connection. */
    String rest() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try {
            socket.getInputStream().transferTo(all);
        } catch (java.net.SocketException e) {
            // reset: it was closed with something of ours unread
        }
        return all.toString(StandardCharsets.UTF_8);
    }

    /** What comes until it holds this, and no more. Each byte is a letter. */
    String until(String wanted) throws IOException {
        byte[] some = new byte[64 * 1024];
        int from = 0;
        while (true) {
            int at = come.indexOf(wanted, from);
            if (at >= 0) {
                String taken = come.substring(0, at + wanted.length());
                come.delete(0, at + wanted.length());
                return taken;
            }
            from = Math.max(0, come.length() - wanted.length());
            int read = socket.getInputStream().read(some);
            if (read < 0) {
                throw new IOException("ended before '" + wanted + "'");
            }
            come.append(new String(some, 0, read, StandardCharsets.ISO_8859_1));
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
