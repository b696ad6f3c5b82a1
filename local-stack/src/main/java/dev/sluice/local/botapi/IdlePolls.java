package dev.sluice.local.botapi;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** Many long polls that hang, over plain sockets so that the client costs next to nothing. */
final class IdlePolls implements AutoCloseable {

    private final List<SocketChannel> connections = new ArrayList<>();

    /** Opens one connection per bot and sends a long poll of 50 s on each. */
    IdlePolls(String apiUrl, long firstBot, int count) throws IOException {
        InetSocketAddress address =
                new InetSocketAddress("127.0.0.1", URI.create(apiUrl).getPort());
        for (long bot = firstBot; bot < firstBot + count; bot++) {
            SocketChannel connection = SocketChannel.open(address);
            connections.add(connection);
            String request = "GET /bot" + SimulatedTokens.tokenOf(bot)
                    + "/getUpdates?timeout=50 HTTP/1.1\r\nHost: localhost\r\n\r\n";
            ByteBuffer bytes = ByteBuffer.wrap(request.getBytes(US_ASCII));
            while (bytes.hasRemaining()) {
                connection.write(bytes);
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel connection : connections) {
            connection.close();
        }
    }
}
