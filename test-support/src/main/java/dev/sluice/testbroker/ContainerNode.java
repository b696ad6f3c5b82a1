package dev.sluice.testbroker;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** The node in a container of the image {@code broker.image}, which the parent pom names. */
final class ContainerNode {
    private ContainerNode() {}

    /** The host that clients reach containers at. */
    static String host() {
        if (!DockerClientFactory.instance().isDockerAvailable()) {
            throw new IllegalStateException(
                    "broker: container needs Docker, which cannot be reached; start it, set DOCKER_HOST, or use embedded");
        }
        return DockerClientFactory.instance().dockerHostIpAddress();
    }

    /** Returns what stops it. The ports are the same inside and outside, so that it can advertise them from the start. */
    @SuppressWarnings("resource") // closed by what is returned
    static Runnable start(Map<String, String> properties, List<Integer> ports) {
        String image = Objects.requireNonNull(System.getProperty("broker.image"), "broker.image");
        String loopback = host().equals("localhost") ? "127.0.0.1:" : "";
        GenericContainer<?> container = new GenericContainer<>(DockerImageName.parse(image))
                .withEnv(properties.entrySet().stream()
                        .collect(Collectors.toMap(p -> variable(p.getKey()), Map.Entry::getValue)))
                .waitingFor(Wait.forLogMessage(".*Kafka Server started.*", 1));
        container.setPortBindings(
                ports.stream().map(port -> loopback + port + ":" + port).toList());
        container.start();
        return container::stop;
    }

    /** The environment variable that the image makes this property of. */
    private static String variable(String property) {
        return "KAFKA_"
                + property.replace("_", "__")
                        .replace("-", "___")
                        .replace(".", "_")
                        .toUpperCase(Locale.ROOT);
    }
}
