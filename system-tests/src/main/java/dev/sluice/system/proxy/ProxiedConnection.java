package dev.sluice.system.proxy;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * One client connection and its counterpart to the broker, with a thread for each direction.
 *
 * <p>Kafka answers in the order of the requests on a connection, so whatever is held holds what comes behind it.
 */
final class ProxiedConnection {
    private static final int BUFFER = 64 * 1024;

    private final int node;
    private final Socket client;
    private final Socket broker;
    private final Function<Hit, Optional<Strike>> rules;
    private final Map<Integer, PendingStrike> atResponse = new ConcurrentHashMap<>();

    private record PendingStrike(Strike strike, Hit request) {}

    ProxiedConnection(int node, Socket client, Socket broker, Function<Hit, Optional<Strike>> rules)
            throws IOException {
        this.node = node;
        this.client = client;
        this.broker = broker;
        this.rules = rules;
        client.setTcpNoDelay(true);
        broker.setTcpNoDelay(true);
    }

    /** Both directions start; {@code closed} is called once at least when one of them has ended. */
    void start(Runnable closed) {
        run("proxy-requests-" + node, this::pumpRequests, closed);
        run("proxy-responses-" + node, this::pumpResponses, closed);
    }

    void close() {
        closeQuietly(client);
        closeQuietly(broker);
    }

    private void pumpRequests() throws IOException, InterruptedException {
        DataInputStream in = input(client);
        OutputStream out = output(broker);
        byte[] buffer = new byte[BUFFER];
        while (true) {
            RequestHead head = RequestHead.read(in);
            Hit request = head.asSeenAt(node);
            Optional<Strike> strike = rules.apply(request);
            if (strike.isPresent()) {
                if (strike.get().rule().action().strikesAtResponse()) {
                    atResponse.put(head.correlationId(), new PendingStrike(strike.get(), request));
                } else if (!strike.get().atRequest(request)) {
                    return;
                }
            }
            out.write(head.bytes());
            copy(in, out, head.remaining(), buffer);
            out.flush();
        }
    }

    private void pumpResponses() throws IOException {
        DataInputStream in = input(broker);
        DataOutputStream out = output(client);
        byte[] buffer = new byte[BUFFER];
        while (true) {
            int size = in.readInt();
            int correlationId = in.readInt();
            PendingStrike pending = atResponse.remove(correlationId);
            if (pending != null && !pending.strike().atResponse(pending.request())) {
                return;
            }
            out.writeInt(size);
            out.writeInt(correlationId);
            copy(in, out, size - Integer.BYTES, buffer);
            out.flush();
        }
    }

    private static void copy(InputStream in, OutputStream out, int length, byte[] buffer) throws IOException {
        int left = length;
        while (left > 0) {
            int count = in.read(buffer, 0, Math.min(left, buffer.length));
            if (count < 0) {
                throw new EOFException();
            }
            out.write(buffer, 0, count);
            left -= count;
        }
    }

    private static DataInputStream input(Socket socket) throws IOException {
        return new DataInputStream(new BufferedInputStream(socket.getInputStream(), BUFFER));
    }

    private static DataOutputStream output(Socket socket) throws IOException {
        return new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), BUFFER));
    }

    private interface Pump {
        void run() throws IOException, InterruptedException;
    }

    private void run(String name, Pump pump, Runnable closed) {
        Thread thread = new Thread(
                () -> {
                    try {
                        pump.run();
                    } catch (IOException e) {
                        // one side has gone, or was cut: the other follows
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    } finally {
                        close();
                        closed.run();
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // it is closed either way
        }
    }
}
