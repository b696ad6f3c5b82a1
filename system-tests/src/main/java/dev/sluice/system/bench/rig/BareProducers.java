package dev.sluice.system.bench.rig;

import dev.sluice.model.Topics;
import dev.sluice.system.bench.compare.BareProducerMain;
import java.time.Duration;
import java.util.Map;

/** The process of bare transactional producers: idle but for the windows that are asked for. */
public final class BareProducers implements AutoCloseable {
    private final BareProcess process;

    private BareProducers(BareProcess process) {
        this.process = process;
    }

    /** What one window came to. */
    public record Run(long updates, long transactions, double seconds) {
        public double updatesPerSecond() {
            return updates / seconds;
        }
    }

    /** Starts it; it reads what Sluice has written under {@code from} and will write the same under {@code to}. */
    public static BareProducers start(Rig rig, String from, String to, int producers) {
        rig.createTopics(to, Topics.ownedByIngest());
        return new BareProducers(BareProcess.start(
                rig,
                "bare-producers",
                Rig.POLLER_HEAP,
                BareProducerMain.class,
                rig.bootstrapServers(),
                from,
                to,
                Integer.toString(producers)));
    }

    /** Keeps so many of them busy for a while. */
    public Run run(Duration time, int recordsPerTransaction, int producers) {
        Map<String, Long> run =
                process.run("ms=%d&group=%d&producers=%d".formatted(time.toMillis(), recordsPerTransaction, producers));
        return new Run(
                run.getOrDefault("updates", 0L),
                run.getOrDefault("transactions", 0L),
                run.getOrDefault("nanos", 0L) / 1e9);
    }

    @Override
    public void close() {
        process.close();
    }
}
