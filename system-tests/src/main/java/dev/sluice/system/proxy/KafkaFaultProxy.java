package dev.sluice.system.proxy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Stands between Kafka clients and brokers, reads nothing but the head of each request, and strikes where a rule says.
 *
 * <p>One loopback port per node. The ports are known before the brokers start, since those have to advertise them; where the
 * brokers listen is told afterwards:
 *
 * <pre>{@code
 * KafkaFaultProxy proxy = KafkaFaultProxy.listen(1);
 * EmbeddedKafka kafka = EmbeddedKafka.in(dir).proxiedAt(proxy.addresses()).start();
 * proxy.forward(1, kafka.proxiedPort(1));
 * Strike strike = proxy.arm(FaultRule.at(RequestType.END_TXN, FaultAction.HOLD_REQUEST));
 * strike.await(Duration.ofSeconds(10));   // here the client can be killed, exactly before its commit
 * }</pre>
 *
 * <p>Until a node's port is told, and while the node is down, its connections are closed at once. Thread-safe.
 */
public final class KafkaFaultProxy implements AutoCloseable {
    private static final int CONNECT_TIMEOUT_MS = 5_000;

    private final List<ServerSocket> listeners = new ArrayList<>();
    private final AtomicIntegerArray targets;
    private final AtomicLongArray counts = new AtomicLongArray(RequestType.values().length);
    private final List<Strike> armed = new CopyOnWriteArrayList<>();
    private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();

    private KafkaFaultProxy(int nodes) throws IOException {
        targets = new AtomicIntegerArray(nodes + 1);
        for (int node = 1; node <= nodes; node++) {
            ServerSocket listener = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
            listeners.add(listener);
            accept(node, listener);
        }
    }

    /** Listens for so many nodes, on ports of its own choice. */
    public static KafkaFaultProxy listen(int nodes) {
        try {
            return new KafkaFaultProxy(nodes);
        } catch (IOException e) {
            throw new UncheckedIOException("the proxy cannot listen", e);
        }
    }

    /** {@code host:port} for each node, in the order of their ids. */
    public List<String> addresses() {
        return listeners.stream().map(l -> "127.0.0.1:" + l.getLocalPort()).toList();
    }

    /** Says where this node really listens. */
    public void forward(int node, int port) {
        targets.set(node, port);
    }

    /** From now on this rule counts requests; it strikes once. */
    public Strike arm(FaultRule rule) {
        Strike strike = new Strike(rule);
        armed.add(strike);
        return strike;
    }

    /** Takes back all rules and throws away what they hold. */
    public void disarmAll() {
        armed.forEach(Strike::drop);
        armed.clear();
    }

    /** Closes all connections, as a network that fails for a moment would. */
    public void cutAll() {
        connections.forEach(ProxiedConnection::close);
    }

    /** How many requests of this type have come in so far. */
    public long count(RequestType type) {
        return counts.get(type.ordinal());
    }

    @Override
    public void close() {
        for (ServerSocket listener : listeners) {
            try {
                listener.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        disarmAll();
        cutAll();
    }

    /** All armed rules count the request; the first that takes it acts. */
    private Optional<Strike> strikeAt(Hit request) {
        counts.incrementAndGet(request.type().ordinal());
        Optional<Strike> taken = Optional.empty();
        for (Strike strike : armed) {
            if (strike.takes(request) && taken.isEmpty()) {
                taken = Optional.of(strike);
            }
        }
        return taken;
    }

    private void accept(int node, ServerSocket listener) {
        Thread thread = new Thread(
                () -> {
                    while (!listener.isClosed()) {
                        try {
                            connect(node, listener.accept());
                        } catch (IOException e) {
                            // closed: the loop ends; anything else concerns that one client
                        }
                    }
                },
                "proxy-accept-" + node);
        thread.setDaemon(true);
        thread.start();
    }

    private void connect(int node, Socket client) {
        Socket broker = new Socket();
        try {
            broker.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), targets.get(node)), CONNECT_TIMEOUT_MS);
            ProxiedConnection connection = new ProxiedConnection(node, client, broker, this::strikeAt);
            connections.add(connection);
            connection.start(() -> connections.remove(connection));
        } catch (IOException e) {
            ProxiedConnection.closeQuietly(client);
            ProxiedConnection.closeQuietly(broker);
        }
    }
}
