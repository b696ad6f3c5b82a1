package dev.sluice.local.broker;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The broker properties of one node of a small KRaft cluster; every node is broker and controller.
 *
 * @param id node id, from 1
 * @param ports the ports of all nodes, in the order of their ids
 * @param proxied where clients of the second listener are told to connect, in the same order; empty: no second listener
 * @param extra broker properties that replace or add to what is chosen here
 */
record NodeConfig(int id, Path dir, List<NodePorts> ports, List<String> proxied, Map<String, String> extra) {
    static final String CONTROLLER = "CONTROLLER";

    private static final String HOST = "127.0.0.1:";

    /** The ports of one node: clients and brokers, clients that come through a proxy, controllers. */
    record NodePorts(int client, int proxied, int controller) {}

    /** {@code host:port} of the listener for direct clients. */
    String clientAddress() {
        return HOST + own().client();
    }

    Path dataDir() {
        return dir.resolve("data");
    }

    Properties properties() {
        Properties p = new Properties();
        p.putAll(identity());
        p.putAll(listeners());
        p.putAll(internalTopics());
        p.putAll(behaviour());
        p.putAll(extra);
        return p;
    }

    private Map<String, String> identity() {
        String voters = IntStream.range(0, ports.size())
                .mapToObj(i -> (i + 1) + "@" + HOST + ports.get(i).controller())
                .collect(Collectors.joining(","));
        return Map.of(
                "node.id",
                Integer.toString(id),
                "process.roles",
                "broker,controller",
                // a fixed list, not a dynamic quorum: other ports may be given at every start
                "controller.quorum.voters",
                voters,
                "log.dirs",
                dataDir().toString());
    }

    private Map<String, String> listeners() {
        String client = "CLIENT://" + clientAddress();
        String second = proxied.isEmpty() ? "" : ",PROXIED://" + HOST + own().proxied();
        String advertisedSecond = proxied.isEmpty() ? "" : ",PROXIED://" + proxied.get(id - 1);
        return Map.of(
                "listeners",
                client + second + "," + CONTROLLER + "://" + HOST + own().controller(),
                "advertised.listeners",
                client + advertisedSecond,
                "inter.broker.listener.name",
                "CLIENT",
                "controller.listener.names",
                CONTROLLER,
                "listener.security.protocol.map",
                "CLIENT:PLAINTEXT,PROXIED:PLAINTEXT,CONTROLLER:PLAINTEXT");
    }

    private Map<String, String> internalTopics() {
        String replicas = ports.size() >= 3 ? "3" : "1";
        String inSync = ports.size() >= 3 ? "2" : "1";
        return Map.of(
                "offsets.topic.replication.factor", replicas,
                "transaction.state.log.replication.factor", replicas,
                "transaction.state.log.min.isr", inSync,
                "share.coordinator.state.topic.replication.factor", replicas,
                "share.coordinator.state.topic.min.isr", inSync,
                "default.replication.factor", replicas,
                "min.insync.replicas", inSync,
                // 50 by default: each is a directory with files to make at the first use and to open at every start
                "offsets.topic.num.partitions", "8",
                "transaction.state.log.num.partitions", "8");
    }

    private static Map<String, String> behaviour() {
        return Map.of(
                "auto.create.topics.enable", "false",
                // nobody else is coming: a lone member need not wait 3 s for company
                "group.initial.rebalance.delay.ms", "0",
                // 128 MiB by default, a third of the whole heap
                "log.cleaner.dedupe.buffer.size", "16777216",
                // a broker that restarts waits for one beat before it may lead again
                "broker.heartbeat.interval.ms", "500",
                // a killed node is let in again only when its former life has expired: 9 s by default
                "broker.session.timeout.ms", "3000");
    }

    private NodePorts own() {
        return ports.get(id - 1);
    }
}
