package dev.sluice.local.view;

import dev.sluice.cli.StoredCheckpoint;
import dev.sluice.local.botapi.LedgerPush;
import dev.sluice.local.botapi.LedgerSequence;
import dev.sluice.local.botapi.SimulatedTokens;
import dev.sluice.local.botapi.SimulatorClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The bots of one run at the simulated Bot API: their tokens, and from its ledger when each update arrived there. */
final class SimulatedBots {
    private static final long FIRST = 110_001;

    /** When the updates of one bot arrived, in Unix microseconds, from its first id of this run on. */
    private static final class Arrivals {
        private int firstId;
        private int count;
        private long[] micros = new long[64];

        void add(LedgerPush push) {
            if (count == 0) {
                firstId = push.updateId();
            }
            if (count == micros.length) {
                micros = Arrays.copyOf(micros, count * 2);
            }
            micros[count++] = push.availableMicros();
        }

        OptionalLong of(int updateId) {
            int index = updateId - firstId;
            return index >= 0 && index < count ? OptionalLong.of(micros[index]) : OptionalLong.empty();
        }
    }

    private final SimulatorClient simulator;
    private final List<Long> ids;
    private final Map<Long, Arrivals> arrivals = new HashMap<>();

    /** This many bots, from {@value #FIRST} on. */
    static List<Long> ids(int count) {
        return LongStream.range(FIRST, FIRST + count).boxed().toList();
    }

    /** Writes a token file for each bot into a directory that holds nothing else. */
    static void writeTokens(List<Long> ids, Path directory) {
        StateDir.delete(directory);
        try {
            Files.createDirectories(directory);
            for (long bot : ids) {
                Files.writeString(directory.resolve(Long.toString(bot)), SimulatedTokens.tokenOf(bot));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write token files", e);
        }
    }

    SimulatedBots(SimulatorClient simulator, List<Long> ids) {
        this.simulator = simulator;
        this.ids = ids;
        ids.forEach(bot -> arrivals.put(bot, new Arrivals()));
    }

    List<Long> ids() {
        return ids;
    }

    /** Goes on with the ids that the checkpoints of an earlier run expect next, as the real server would. */
    void goOnFrom(Map<Long, StoredCheckpoint> checkpoints) {
        checkpoints.forEach((bot, stored) -> {
            int next = stored.checkpoint().nextOffset();
            if (arrivals.containsKey(bot) && next > 0) {
                simulator.restartSequence(bot, next);
            }
        });
    }

    void startTraffic(double perSecond) {
        simulator.startTraffic(ids, perSecond, System.nanoTime());
    }

    /** Stops the traffic and says what there was of it. */
    long stopTraffic() {
        return simulator.stopTraffic().generated();
    }

    /** Looks up in the ledger what has arrived for a bot since it was asked for last. */
    void refresh(long bot) {
        Arrivals known = arrivals.get(bot);
        if (known != null) {
            try (Stream<LedgerPush> pushes = simulator.pushesFrom(bot, known.count)) {
                pushes.forEach(known::add);
            }
        }
    }

    /** When an update arrived, in Unix microseconds; empty before {@link #refresh} has seen it. */
    OptionalLong arrivedAtMicros(long bot, int updateId) {
        Arrivals known = arrivals.get(bot);
        return known == null ? OptionalLong.empty() : known.of(updateId);
    }

    /** Figures for the model: what was generated in all, what waits for each bot, and which bots are polled. */
    void show(LiveModel model) {
        model.generated(simulator.stats().generated());
        simulator.bots().forEach(bot -> {
            model.pending(bot.botId(), bot.pending());
            if (bot.polled()) {
                model.polled(bot.botId());
            }
        });
    }

    /** Everything that was generated in this run. */
    void tell(Tally tally) {
        for (LedgerSequence sequence : simulator.sequences()) {
            tally.generated(sequence.botId(), sequence.first(), sequence.last());
        }
    }
}
