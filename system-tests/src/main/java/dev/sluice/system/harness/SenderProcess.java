package dev.sluice.system.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** One {@code sluice send}: gate and dispatcher in one process. */
public final class SenderProcess extends ServiceProcess {

    private SenderProcess(Started started) {
        super(started);
    }

    /**
     * The partitions of {@code outbound.attempts} that its dispatcher holds; 0 when it does not answer.
     */
    public double partitions() {
        return metric("sluice_outbound_partitions_owned").orElse(0.0);
    }

    /** How to start one. */
    public static final class Builder extends ServiceProcess.Builder<SenderProcess, Builder> {
        private final Path stateDir;

        Builder(String name, Path logDirectory, Path stateDir) {
            super("send", name, logDirectory);
            this.stateDir = stateDir;
            with("sluice.state-dir", stateDir.toString());
            // tells the clients of several senders apart at the fault proxy
            with("sluice.kafka.client.id", name);
        }

        /** Deletes its local state, as a lost volume does. The process must not run. */
        public Builder wipeState() {
            if (Files.exists(stateDir)) {
                try (Stream<Path> files = Files.walk(stateDir)) {
                    for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                        Files.delete(file);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException("cannot delete " + stateDir, e);
                }
            }
            return this;
        }

        @Override
        SenderProcess started(Started started) {
            return new SenderProcess(started);
        }

        @Override
        Builder self() {
            return this;
        }
    }
}
