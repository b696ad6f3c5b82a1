package dev.sluice.system.bench.rig;

import dev.sluice.system.bench.compare.BareSendMain;
import java.util.Map;

/** The process of the bare sending loop: idle but for the runs that are asked for. */
public final class BareSender implements AutoCloseable {
    private final BareProcess process;

    private BareSender(BareProcess process) {
        this.process = process;
    }

    /** What one run came to. */
    public record Run(long sends, double seconds) {
        public double sendsPerSecond() {
            return sends / seconds;
        }
    }

    /** Starts it, for these bots of the simulated API. */
    public static BareSender start(Rig rig, Bots bots) {
        return new BareSender(BareProcess.start(
                rig,
                "bare-sender",
                Rig.SENDER_HEAP,
                BareSendMain.class,
                rig.apiUrl(),
                Long.toString(bots.first()),
                Integer.toString(bots.count())));
    }

    public long pid() {
        return process.pid();
    }

    /** Makes so many calls, so many of them open at once. */
    public Run run(int sends, int open) {
        Map<String, Long> run = process.run("sends=%d&open=%d".formatted(sends, open));
        return new Run(run.getOrDefault("sends", 0L), run.getOrDefault("nanos", 0L) / 1e9);
    }

    @Override
    public void close() {
        process.close();
    }
}
