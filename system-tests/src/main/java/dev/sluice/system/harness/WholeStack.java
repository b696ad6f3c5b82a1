package dev.sluice.system.harness;

import dev.sluice.local.botapi.SimulatorClient;
import dev.sluice.model.Topics;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Kafka, the simulated Bot API, pollers and senders, as an operator has them together. */
public final class WholeStack implements AutoCloseable {
    private static final int KEEP_CALLS = 100_000;

    private final Path dir;
    private final SystemStack stack;

    private WholeStack(Path dir, SystemStack stack) {
        this.dir = dir;
        this.stack = stack;
    }

    /** Starts one broker with all topics, and the API. */
    public static WholeStack start(Path dir) {
        var topics = Stream.concat(Topics.ownedByIngest().stream(), Topics.usedByOutbound().stream())
                .distinct()
                .toList();
        return new WholeStack(dir, SystemStack.start(dir, 1, Map.of(), topics, KEEP_CALLS));
    }

    /** Where clients reach Kafka. */
    public String bootstrapServers() {
        return stack.kafka().bootstrapServers();
    }

    /** Steers the simulated Bot API. */
    public SimulatorClient api() {
        return stack.api();
    }

    /** Bots that nobody has used yet. */
    public List<Long> freshBots(int count) {
        return stack.freshBots(count);
    }

    public PollerProcess.Builder poller(String name, Collection<Long> bots) {
        return stack.poller(name, bots);
    }

    /** A sender with state of its own under its name. */
    public SenderProcess.Builder sender(String name, Collection<Long> bots) {
        return stack.surrounded(new SenderProcess.Builder(
                        name, stack.logs(), dir.resolve("state").resolve(name)))
                .with("sluice.telegram.tokens", SystemStack.tokensOf(bots));
    }

    @Override
    public void close() {
        stack.close();
    }
}
