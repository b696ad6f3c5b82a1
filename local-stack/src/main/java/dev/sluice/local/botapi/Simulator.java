package dev.sluice.local.botapi;

import dev.sluice.local.botapi.ledger.Keeping;
import dev.sluice.local.process.ChildJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A simulated Bot API server in a process of its own, and the client that steers it. */
public final class Simulator implements AutoCloseable {

    private static final Duration START_DEADLINE = Duration.ofSeconds(30);
    private static final Duration STOP_DEADLINE = Duration.ofSeconds(5);

    private final ChildJvm process;
    private final String apiUrl;
    private final String controlUrl;
    private final SimulatorClient client;

    private Simulator(ChildJvm process) {
        this.process = process;
        String[] words = process.awaitLine("ready ", START_DEADLINE).split(" ", -1);
        this.apiUrl = words[1];
        this.controlUrl = words[2];
        this.client = new SimulatorClient(controlUrl);
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Base of the API for {@code sluice.telegram.api-url}. */
    public String apiUrl() {
        return apiUrl;
    }

    public String controlUrl() {
        return controlUrl;
    }

    /** Steers the server and reads its ledger. */
    public SimulatorClient client() {
        return client;
    }

    /** The process, to freeze or to kill. */
    public ChildJvm process() {
        return process;
    }

    /** Stops the process; its ledger is gone with it. */
    @Override
    public void close() {
        process.stop(STOP_DEADLINE);
    }

    /** How to start. */
    public static final class Builder {

        private final List<String> arguments = new ArrayList<>();
        private Path logDirectory = Path.of("target", "children");
        private String name = "simulated-bot-api";
        private String heap = "1g";

        private Builder() {}

        /** Bots that follow each other, with {@link SimulatedTokens}. */
        public Builder bots(long firstId, int count) {
            return with("--first-id", firstId).with("--bots", count);
        }

        /** Traffic from the start, updates per second over all bots. */
        public Builder rate(double perSecond) {
            return with("--rate", perSecond);
        }

        public Builder roundTrip(Duration time) {
            return with("--rtt-ms", time.toNanos() / 1e6);
        }

        public Builder seed(long seed) {
            return with("--seed", seed);
        }

        public Builder port(int port) {
            return with("--port", port);
        }

        public Builder controlPort(int port) {
            return with("--control-port", port);
        }

        public Builder webhookChange(Duration takes) {
            return with("--webhook-change-ms", takes.toMillis());
        }

        /** What the ledger keeps of updates; hashes unless said otherwise. */
        public Builder keep(Keeping keeping) {
            return with("--keep", keeping);
        }

        /** How many calls the ledger keeps: a million unless said otherwise, about 300 bytes each. */
        public Builder keepCalls(int most) {
            return with("--keep-calls", most);
        }

        public Builder faults(Path planFile) {
            return with("--faults", planFile);
        }

        public Builder logDirectory(Path directory) {
            logDirectory = directory;
            return this;
        }

        public Builder name(String processName) {
            name = processName;
            return this;
        }

        /** Largest heap, like {@code 2g}. */
        public Builder heap(String size) {
            heap = size;
            return this;
        }

        private Builder with(String option, Object value) {
            arguments.add(option);
            arguments.add(String.valueOf(value));
            return this;
        }

        /** Starts the process and waits until it listens. */
        public Simulator start() {
            ChildJvm process = ChildJvm.of(SimulatorMain.class)
                    .name(name)
                    .logDirectory(logDirectory)
                    .jvmOptions("-Xmx" + heap, "-XX:+UseG1GC")
                    .args(arguments.toArray(String[]::new))
                    .start();
            try {
                return new Simulator(process);
            } catch (IllegalStateException e) {
                process.killHard();
                throw e;
            }
        }
    }
}
