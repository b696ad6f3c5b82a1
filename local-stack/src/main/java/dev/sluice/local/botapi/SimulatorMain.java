package dev.sluice.local.botapi;

import dev.sluice.local.botapi.fault.FaultPlanCodec;
import dev.sluice.local.botapi.ledger.Keeping;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The simulated Bot API as a process. Prints {@code ready <api-url> <control-url>} on stdout when it listens; SIGTERM ends it.
 */
@Command(name = "simulated-bot-api", mixinStandardHelpOptions = true, description = "A simulated Bot API server.")
public final class SimulatorMain implements Callable<Integer> {

    private static final int PORT_TAKEN = 5;

    @Option(
            names = "--bind",
            defaultValue = SimulatorOptions.LOOPBACK,
            description = "Address of both ports; the control API asks nobody who they are.")
    private String bind = SimulatorOptions.LOOPBACK;

    @Option(names = "--port", defaultValue = "0", description = "Port of the API; 0 picks a free one.")
    private int port;

    @Option(names = "--control-port", defaultValue = "0", description = "Port of the control API; 0 picks a free one.")
    private int controlPort;

    @Option(names = "--threads", defaultValue = "1", description = "Reactor threads.")
    private int threads;

    @Option(names = "--bots", defaultValue = "0", description = "Number of bots with made-up tokens.")
    private int bots;

    @Option(names = "--first-id", defaultValue = "110001", description = "Id of the first bot.")
    private long firstId;

    @Option(names = "--rate", defaultValue = "0", description = "Updates per second over all bots.")
    private double rate;

    @Option(names = "--rtt-ms", defaultValue = "0", description = "Round trip time added to each call, milliseconds.")
    private double rttMs;

    @Option(names = "--seed", defaultValue = "1", description = "Seed of first ids and traffic.")
    private long seed;

    @Option(names = "--webhook-change-ms", defaultValue = "0", description = "How long setWebhook takes.")
    private long webhookChangeMs;

    @Option(names = "--keep", defaultValue = "HASH", description = "What the ledger keeps: ${COMPLETION-CANDIDATES}.")
    private Keeping keep = Keeping.HASH;

    @Option(names = "--keep-calls", defaultValue = "1000000", description = "How many calls the ledger keeps.")
    private int keepCalls;

    @Option(names = "--faults", description = "File with a fault plan.")
    private @Nullable Path faults;

    public static void main(String[] args) {
        System.exit(new CommandLine(new SimulatorMain()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        SimulatorOptions options = new SimulatorOptions(
                bind, port, controlPort, threads, seed, Duration.ofMillis(webhookChangeMs), keep, keepCalls);
        SimulatedServer server;
        try {
            server = SimulatedServer.start(options);
        } catch (IOException e) {
            System.err.println("simulated-bot-api: port: " + e.getMessage());
            return PORT_TAKEN;
        }
        prepare(server);
        CountDownLatch ended = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            server.close();
                            ended.countDown();
                        },
                        "botapi-shutdown"));
        System.out.println("ready " + server.apiUrl() + " " + server.controlUrl());
        System.out.flush();
        ended.await();
        return 0;
    }

    private void prepare(SimulatedServer server) throws IOException {
        if (faults != null) {
            server.engine().faults(FaultPlanCodec.decode(Files.readString(faults), System.nanoTime()));
        }
        server.engine().roundTrip((long) (rttMs * 1_000_000));
        for (int n = 0; n < bots; n++) {
            server.engine().register(firstId + n, SimulatedTokens.tokenOf(firstId + n));
        }
        server.traffic().start(List.copyOf(server.engine().bots()), rate, seed, 1);
    }
}
