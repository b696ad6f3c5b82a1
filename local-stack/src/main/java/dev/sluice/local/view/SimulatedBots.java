package dev.sluice.local.view;

import dev.sluice.cli.StoredCheckpoint;
import dev.sluice.local.botapi.LedgerCall;
import dev.sluice.local.botapi.LedgerPush;
import dev.sluice.local.botapi.LedgerSequence;
import dev.sluice.local.botapi.SimulatedTokens;
import dev.sluice.local.botapi.SimulatorClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** The bots of one run at the simulated Bot API: their tokens, their traffic with a flood in it, and from its ledger
 * when each update arrived there and what was called. */
public final class SimulatedBots {
    /** What the flood's 429 says. */
    public static final Duration FLOOD_WAIT = Duration.ofSeconds(3);

    private static final long FIRST = 110_001;

    /**
     * Updates per second of one bot for which one circle of chats is enough. Its channel then has 8 updates a minute, and 20
     * may be answered; in fewer chats some answers would wait for minutes.
     */
    private static final double PER_CIRCLE = 1.5;

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
    private long callsSeen;

    /** This many bots, from {@value #FIRST} on. */
    public static List<Long> ids(int count) {
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

    public SimulatedBots(SimulatorClient simulator, List<Long> ids) {
        this.simulator = simulator;
        this.ids = ids;
        ids.forEach(bot -> arrivals.put(bot, new Arrivals()));
    }

    List<Long> ids() {
        return ids;
    }

    /** Goes on with the ids that the checkpoints of an earlier run expect next, as the real server would. */
    public void goOnFrom(Map<Long, StoredCheckpoint> checkpoints) {
        checkpoints.forEach((bot, stored) -> {
            int next = stored.checkpoint().nextOffset();
            if (arrivals.containsKey(bot) && next > 0) {
                simulator.restartSequence(bot, next);
            }
        });
    }

    public void startTraffic(double perSecond) {
        int circles = (int) Math.max(1, Math.ceil(perSecond / ids.size() / PER_CIRCLE));
        simulator.startTraffic(ids, perSecond, System.nanoTime(), circles);
    }

    /** After this time, the first message of the first bot is answered with a 429. */
    public void floodAfter(Duration time) {
        long seconds = FLOOD_WAIT.toSeconds();
        String body = "{\"ok\":false,\"error_code\":429,\"description\":\"Too Many Requests: retry after " + seconds
                + "\",\"parameters\":{\"retry_after\":" + seconds + "}}";
        simulator.putFaults(JsonMapper.shared()
                .writeValueAsString(Map.of(
                        "rules",
                        List.of(Map.of(
                                "name",
                                "flood",
                                "match",
                                Map.of(
                                        "method",
                                        "sendMessage",
                                        "bots",
                                        List.of(ids.get(0)),
                                        "from_ms",
                                        time.toMillis(),
                                        "times",
                                        1),
                                "do",
                                Map.of("kind", "answer", "status", 429, "body", body))))));
    }

    /** Hands over the calls that have ended since this was asked last, but for polls, in the order of their arrival. */
    public void newCalls(Consumer<LedgerCall> to) {
        try (Stream<LedgerCall> calls = simulator.calls(callsSeen)) {
            calls.filter(call -> !call.method().equalsIgnoreCase("getUpdates"))
                    .takeWhile(call -> call.answeredMicros() > 0 || call.closedByPeer())
                    .forEach(call -> {
                        callsSeen = call.seq();
                        to.accept(call);
                    });
        }
    }

    /** Stops the traffic and says what there was of it. */
    public long stopTraffic() {
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
