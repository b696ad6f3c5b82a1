package dev.sluice.testbroker;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One Kafka node for the tests that need just a broker: inside their JVM, or with {@code -Dbroker=container} in a container.
 * Which of the two it is is decided here and nowhere else.
 *
 * <p>Anonymous clients of its first listener may do everything; on the second one, users {@code admin} and {@code nobody} log
 * in by SASL with their name as the password, and {@code nobody} may do nothing.
 */
public final class TestBroker implements AutoCloseable {
    private static final String LOGIN = "org.apache.kafka.common.security.plain.PlainLoginModule required";

    private final String servers;
    private final String saslServers;
    private final Runnable stop;

    private TestBroker(String servers, String saslServers, Runnable stop) {
        this.servers = servers;
        this.saslServers = saslServers;
        this.stop = stop;
    }

    /**
     * Starts an empty node and waits until it serves.
     *
     * @param extra broker properties that replace or add to what is chosen here
     * @throws IllegalStateException when a container is asked for and Docker cannot be reached
     */
    public static TestBroker start(Map<String, String> extra) throws Exception {
        String choice = System.getProperty("broker", "embedded");
        return switch (choice) {
            case "embedded" ->
                start("localhost", "localhost", extra, (properties, ports) -> EmbeddedNode.start(properties));
            case "container" -> start(ContainerNode.host(), "0.0.0.0", extra, ContainerNode::start);
            default ->
                throw new IllegalArgumentException(
                        "broker: '" + choice + "' is not accepted; wants embedded or container");
        };
    }

    /** Where anonymous clients connect. */
    public String servers() {
        return servers;
    }

    /** Where clients connect that log in. */
    public String saslServers() {
        return saslServers;
    }

    /** What a client that logs in has as its {@code sasl.jaas.config}. */
    public static String jaasConfig(String user, String password) {
        return LOGIN + " username=\"" + user + "\" password=\"" + password + "\";";
    }

    /** A port that nobody listens on. */
    public static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** Stops the node; its data is gone. */
    @Override
    public void close() {
        stop.run();
    }

    /** Starts a node and returns what stops it; clients come to these ports. */
    private interface Starter {
        Runnable start(Map<String, String> properties, List<Integer> ports) throws Exception;
    }

    private static TestBroker start(String host, String bind, Map<String, String> extra, Starter starter)
            throws Exception {
        int port = freePort();
        int saslPort = freePort();
        Map<String, String> p = new HashMap<>();
        p.putAll(listeners(bind, port, saslPort));
        p.put("advertised.listeners", "PLAINTEXT://" + host + ":" + port + ",SASL://" + host + ":" + saslPort);
        p.putAll(behaviour());
        p.putAll(extra);
        return new TestBroker(host + ":" + port, host + ":" + saslPort, starter.start(p, List.of(port, saslPort)));
    }

    private static Map<String, String> listeners(String bind, int port, int saslPort) throws IOException {
        String controller = "localhost:" + freePort();
        Map<String, String> p = new HashMap<>();
        p.put("node.id", "1");
        p.put("process.roles", "broker,controller");
        p.put("controller.quorum.voters", "1@" + controller);
        p.put("controller.listener.names", "CONTROLLER");
        p.put(
                "listeners",
                "PLAINTEXT://" + bind + ":" + port + ",SASL://" + bind + ":" + saslPort + ",CONTROLLER://"
                        + controller);
        p.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,SASL:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT");
        p.put("sasl.enabled.mechanisms", "PLAIN");
        p.put("listener.name.sasl.plain.sasl.jaas.config", LOGIN + " user_admin=\"admin\" user_nobody=\"nobody\";");
        p.put("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
        p.put("super.users", "User:ANONYMOUS;User:admin");
        return p;
    }

    private static Map<String, String> behaviour() {
        Map<String, String> p = new HashMap<>();
        for (String topic : List.of("offsets.topic", "transaction.state.log", "share.coordinator.state.topic")) {
            p.put(topic + ".replication.factor", "1");
        }
        p.put("transaction.state.log.min.isr", "1");
        p.put("offsets.topic.num.partitions", "2");
        p.put("transaction.state.log.num.partitions", "2");
        p.put("group.initial.rebalance.delay.ms", "0");
        p.put("auto.create.topics.enable", "true"); // so that a test can tell that we are not the cause of one
        p.put("log.cleaner.backoff.ms", "100");
        p.put("log.cleaner.dedupe.buffer.size", "4194304");
        p.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "200");
        return p;
    }
}
