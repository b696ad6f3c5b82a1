package dev.sluice.cli;

import dev.sluice.model.Names;
import dev.sluice.model.TopicSpec;
import dev.sluice.runtime.kafka.KafkaClients;
import dev.sluice.runtime.kafka.KafkaStart;
import dev.sluice.runtime.kafka.TopicAdmin;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.settings.CommonSettings;
import dev.sluice.runtime.settings.Settings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.InterruptException;

/** The Kafka cluster of the settings, for the length of one command. */
public record Cluster(KafkaClients clients, Admin admin, Names names, TopicAdmin topics) implements AutoCloseable {

    /**
     * Connects, and waits until Kafka answers.
     *
     * @throws StartFailure (UNREACHABLE) when it does not
     */
    public static Cluster of(Settings settings) {
        KafkaClients clients = new KafkaClients(settings, new SimpleMeterRegistry());
        Admin admin = clients.admin();
        try {
            KafkaStart.await(admin, settings);
        } catch (RuntimeException e) {
            admin.close();
            throw e;
        }
        Names names = new Names(settings.get(CommonSettings.TOPICS_PREFIX));
        TopicAdmin topics = new TopicAdmin(admin, names, settings.get(CommonSettings.REPLICATION_FACTOR));
        return new Cluster(clients, admin, names, topics);
    }

    /**
     * How many partitions a topic has.
     *
     * @throws StartFailure (TOPICS) when it is missing
     */
    public int partitionsOf(TopicSpec spec) {
        return topics.partitionsOf(spec)
                .orElseThrow(() ->
                        new StartFailure(ExitCode.TOPICS, names.topic(spec), "is missing; see sluice topics create"));
    }

    /** What answered, in a few words. */
    public String text() {
        DescribeClusterResult described = admin.describeCluster();
        return "cluster " + got(described.clusterId()) + ", "
                + got(described.nodes()).size() + " brokers";
    }

    /** The id that the cluster was made with. */
    public String id() {
        return got(admin.describeCluster().clusterId());
    }

    private static <T> T got(KafkaFuture<T> answer) {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    @Override
    public void close() {
        admin.close();
    }
}
