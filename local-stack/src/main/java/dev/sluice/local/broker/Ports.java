package dev.sluice.local.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Finds ports of the loopback interface that nobody listens on. */
public final class Ports {
    private Ports() {}

    /** So many different free ports. They are not reserved: whoever binds them next owns them. */
    public static List<Integer> free(int count) {
        List<ServerSocket> held = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                held.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
            }
            return held.stream().map(ServerSocket::getLocalPort).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("no free port", e);
        } finally {
            held.forEach(Ports::close);
        }
    }

    /** The first free port from {@code wanted} on; like those of {@link #free} it is not reserved. */
    public static int freeFrom(int wanted) {
        for (int port = wanted; port < 65_536; port++) {
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException e) {
                // taken; the next one
            }
        }
        throw new IllegalStateException("no free port from " + wanted + " on");
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
