package dev.sluice.system.harness;

import dev.sluice.local.botapi.LedgerCall;
import dev.sluice.local.botapi.SimulatorClient;
import dev.sluice.local.broker.EmbeddedKafka;
import dev.sluice.model.Topics;
import dev.sluice.system.check.CommittedReader;
import dev.sluice.system.proxy.KafkaFaultProxy;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Everything around the senders: Kafka behind the fault proxy with the outbound topics, and the simulated Bot API, which keeps
 * every call. It stands for many runs, each with bots of its own.
 */
public final class OutboundStack implements AutoCloseable {
    /** About 600 bytes each. A check refuses a ledger that has forgotten some. */
    private static final int KEEP_CALLS = 1_000_000;

    /** A broker refuses shorter sessions; 6 s by default, which every row that freezes or kills one of two would wait for. */
    private static final String LEAST_SESSION_MS = "3000";

    /** No sender has its token, and no row looks at it. */
    private static final long WARM_UP_BOT = 109_001;

    private final Path dir;
    private final SystemStack stack;

    private OutboundStack(Path dir, SystemStack stack) {
        this.dir = dir;
        this.stack = stack;
    }

    /** Starts one node or three, with broker settings that replace the usual ones. */
    public static OutboundStack start(Path dir, int nodes, Map<String, String> brokerSettings) {
        Map<String, String> settings = new HashMap<>(Map.of("group.min.session.timeout.ms", LEAST_SESSION_MS));
        settings.putAll(brokerSettings);
        SystemStack stack = SystemStack.start(dir, nodes, settings, Topics.usedByOutbound(), KEEP_CALLS);
        stack.api().registerBots(WARM_UP_BOT, 1);
        ApiWarmUp.of(stack.simulator().apiUrl(), WARM_UP_BOT);
        return new OutboundStack(dir, stack);
    }

    public KafkaFaultProxy proxy() {
        return stack.proxy();
    }

    public EmbeddedKafka kafka() {
        return stack.kafka();
    }

    /** Steers the simulated Bot API. */
    public SimulatorClient api() {
        return stack.api();
    }

    /** The process of the simulated Bot API. */
    public long apiPid() {
        return stack.simulator().process().pid();
    }

    public Path logs() {
        return stack.logs();
    }

    /** Bots that nobody has used yet. */
    public List<Long> freshBots(int count) {
        return stack.freshBots(count);
    }

    public List<String> tokens() {
        return stack.tokens();
    }

    /**
     * A sender of these bots that reaches Kafka through the proxy, logs everything, and has state of its own under its name.
     * Its clients carry the name in their client ids.
     */
    public SenderProcess.Builder sender(String name, Collection<Long> bots) {
        return sender(name).with("sluice.telegram.tokens", SystemStack.tokensOf(bots));
    }

    /** The same with a directory that holds the tokens. */
    public SenderProcess.Builder sender(String name, Path tokenDir) {
        return sender(name).with("sluice.telegram.token-dir", tokenDir.toString());
    }

    private SenderProcess.Builder sender(String name) {
        return stack.surrounded(
                new SenderProcess.Builder(name, logs(), dir.resolve("state").resolve(name)));
    }

    /** The calls of these bots after a number of the ledger, in order of arrival. */
    public List<LedgerCall> calls(Collection<Long> bots, long afterSeq) {
        Set<Long> wanted = Set.copyOf(bots);
        try (Stream<LedgerCall> calls = api().calls(afterSeq)) {
            return calls.filter(call -> wanted.contains(call.botId())).toList();
        }
    }

    /** A reader of all outbound topics that goes past the proxy. */
    public CommittedReader reader() {
        return new CommittedReader(kafka().bootstrapServers(), topics());
    }

    /** The same, for more than fits into memory. */
    public CommittedReader reader(Predicate<ConsumerRecord<byte[], byte[]>> wanted) {
        return CommittedReader.keeping(wanted, kafka().bootstrapServers(), topics());
    }

    private static List<String> topics() {
        return Topics.usedByOutbound().stream().map(SystemStack::topic).toList();
    }

    @Override
    public void close() {
        stack.close();
    }
}
