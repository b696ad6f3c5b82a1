package dev.sluice.system.crash;

import static org.awaitility.Awaitility.await;

import dev.sluice.local.botapi.LedgerCall;
import dev.sluice.system.check.CommittedReader;
import dev.sluice.system.check.SecretScan;
import dev.sluice.system.check.send.SendInvariants;
import dev.sluice.system.check.send.SendLimits;
import dev.sluice.system.check.send.SendRecords;
import dev.sluice.system.check.send.SendReport;
import dev.sluice.system.check.send.Stop;
import dev.sluice.system.harness.LoadMix;
import dev.sluice.system.harness.OutboundStack;
import dev.sluice.system.harness.RequestLoad;
import dev.sluice.system.harness.Reviewer;
import dev.sluice.system.harness.SenderProcess;
import dev.sluice.system.proxy.FaultAction;
import dev.sluice.system.proxy.FaultRule;
import dev.sluice.system.proxy.RequestType;
import dev.sluice.system.proxy.Strike;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionTimeoutException;

/** One run of a sender's row: bots of its own, a seed of its own, and the verdict over what it left behind. */
final class SendRun implements AutoCloseable {
    static final Duration LONG = Duration.ofSeconds(90);

    /** What must not come would come soon, once everything is mended. */
    private static final Duration QUIET = Duration.ofSeconds(1);

    /** Clients of the gate's stream thread, and of the dispatcher, by a part of their client ids. */
    static final String GATE = "StreamThread-1";

    static final String DISPATCHER = "sluice-dispatch";
    static final String RESULTS = "sluice-dispatch-results";

    private static final String ATTEMPTS = "outbound.attempts";
    private static final String HOLD = "hold";

    final OutboundStack stack;
    final Random random;
    final List<Long> bots;
    final RequestLoad load;
    private Duration deadline = LONG;
    private Supplier<List<Stop>> stops = List::of;
    private final CommittedReader reader;
    private final Set<String> senders;
    private final Reviewer person;
    private final SendLimits limits;
    private long seenCalls;

    SendRun(
            OutboundStack stack,
            CommittedReader reader,
            List<Long> bots,
            String name,
            LoadMix mix,
            SendLimits limits,
            long seed) {
        this.stack = stack;
        this.reader = reader;
        this.bots = bots;
        this.limits = limits;
        random = new Random(seed);
        senders = bots.stream().map(RequestLoad::senderOf).collect(Collectors.toSet());
        load = new RequestLoad(stack.kafka().bootstrapServers(), bots, name + "-" + seed, mix, random.nextLong());
        person = new Reviewer(load, random.nextLong());
        seenCalls = lastCall();
    }

    /** How long the end of all requests may take in {@link #verdict}. */
    SendRun within(Duration value) {
        deadline = value;
        return this;
    }

    /** Where senders were stopped, to be asked at the end. */
    SendRun stopped(Supplier<List<Stop>> value) {
        stops = value;
        return this;
    }

    /** Lets a while pass in which so many sends reach the API. */
    void letFlow(int calls) {
        long[] left = {calls};
        await("sends").atMost(LONG).until(() -> {
            List<LedgerCall> fresh = stack.calls(bots, seenCalls);
            seenCalls =
                    fresh.isEmpty() ? seenCalls : fresh.get(fresh.size() - 1).seq();
            left[0] -= fresh.size();
            return left[0] <= 0;
        });
    }

    /** How many calls of the bots the API has seen. */
    long calls() {
        return stack.calls(bots, 0).size();
    }

    /** Waits until a commit of the gate with at least one new attempt in it is where the action holds it. */
    Strike holdGrant(FaultAction action) {
        while (true) {
            Strike strike = stack.proxy()
                    .arm(FaultRule.at(RequestType.END_TXN, action)
                            .ofClient(GATE)
                            .nth(1 + random.nextInt(20)));
            strike.await(LONG);
            if (action != FaultAction.HOLD_REQUEST || reader.unsettled(ATTEMPTS) > 0) {
                return strike;
            }
            strike.release();
        }
    }

    /** Waits until a commit of the dispatcher's position is where the action holds it. */
    Strike holdPosition(FaultAction action) {
        Strike strike = stack.proxy()
                .arm(FaultRule.at(RequestType.OFFSET_COMMIT, action)
                        .ofClient(DISPATCHER)
                        .nth(1 + random.nextInt(10)));
        strike.await(LONG);
        return strike;
    }

    /** From now on the API answers the bots' calls so much later than it acts on them. */
    void delayAnswers(int ms) {
        stack.api().putFaults("{\"rules\":[" + rule("slow", "", "{\"kind\":\"delay\",\"delay_ms\":" + ms + "}") + "]}");
    }

    /** From now on the API keeps back the bots' calls, and returns when it has some; with effect: after they were done. */
    void holdCalls(int atLeast, boolean effect) {
        String action = "{\"kind\":\"hold\",\"effect\":" + effect + "}";
        stack.api().putFaults("{\"rules\":[" + rule(HOLD, "", action) + "]}");
        await("calls at the API").atMost(LONG).until(() -> stack.api().held(HOLD) >= atLeast);
    }

    /** No further calls are kept back or answered late; those that are, stay so until {@link #releaseCalls()}. */
    void holdNoMore() {
        stack.api().clearFaults();
    }

    void releaseCalls() {
        stack.api().clearFaults();
        stack.api().release(HOLD);
    }

    /** A rule for the calls of this run's bots, as JSON; {@code match} begins with a comma where it says anything. */
    String rule(String name, String match, String action) {
        String ids = bots.stream().map(String::valueOf).collect(Collectors.joining(","));
        return "{\"name\":\"%s\",\"match\":{\"bots\":[%s]%s},\"do\":%s}".formatted(name, ids, match, action);
    }

    /** The first call of each bot from now on is answered with 429. */
    void floodOnce(int retryAfterSeconds) {
        floodOnce(retryAfterSeconds, 0);
    }

    /** The same with an answer that comes so much later. */
    void floodOnce(int retryAfterSeconds, int delayMs) {
        String answer = flood(retryAfterSeconds).replace("{\"status\"", "{\"delay_ms\":" + delayMs + ",\"status\"");
        stack.api().putFaults("{\"rules\":[" + rule("flood", ",\"nth\":1,\"per_bot\":true", answer) + "]}");
        await("a 429 for each bot")
                .atMost(LONG)
                .until(() -> stack.api().faultsStruck().getOrDefault("flood", 0L) >= bots.size());
    }

    static String flood(int retryAfterSeconds) {
        return ("{\"status\":429,\"body\":\"{\\\"ok\\\":false,\\\"error_code\\\":429,\\\"description\\\":\\\"Too Many"
                        + " Requests: retry after %d\\\",\\\"parameters\\\":{\\\"retry_after\\\":%d}}\"}")
                .formatted(retryAfterSeconds, retryAfterSeconds);
    }

    /** Floods with and without a time, lost answers before and after the effect, slow and broken ones. */
    void startWeather() {
        stack.api()
                .putFaults("{\"seed\":%d,\"rules\":[%s]}"
                        .formatted(
                                random.nextInt(1_000_000),
                                String.join(
                                        ",",
                                        rule("flood", ",\"probability\":0.01", flood(1 + random.nextInt(3))),
                                        rule(
                                                "mute",
                                                ",\"probability\":0.002",
                                                "{\"status\":429,\"body\":\"{\\\"ok\\\":false,\\\"error_code\\\":429}\"}"),
                                        rule("lost", ",\"probability\":0.02", "{\"kind\":\"drop_after_effect\"}"),
                                        rule("gone", ",\"probability\":0.01", "{\"kind\":\"drop_before_effect\"}"),
                                        rule("page", ",\"probability\":0.01", "{\"kind\":\"html_502\"}"),
                                        rule("cut", ",\"probability\":0.01", "{\"kind\":\"truncate\",\"bytes\":9}"),
                                        rule(
                                                "slow",
                                                ",\"probability\":0.05",
                                                "{\"kind\":\"delay\",\"delay_ms\":" + (100 + random.nextInt(900))
                                                        + "}"))));
    }

    /** Stops the load, mends the API, waits until all is done or decided, and checks all invariants. */
    SendReport verdict(List<SenderProcess> alive) throws InterruptedException {
        load.stop();
        releaseCalls();
        awaitDone();
        TimeUnit.MILLISECONDS.sleep(QUIET.toMillis());
        return verdictSoFar(alive);
    }

    /** The same over what has happened up to now, whatever still waits. Nothing is being sent now. */
    SendReport verdictSoFar(List<SenderProcess> alive) {
        List<LedgerCall> ledger = stack.calls(bots, 0);
        SendReport report =
                new SendInvariants(limits, stops.get()).check(ledger, SendRecords.read(reader, senders::contains));
        return report.plusSecrets(secrets(alive).report());
    }

    private void awaitDone() {
        try {
            await("an end of every request")
                    .atMost(deadline)
                    .pollInterval(Duration.ofMillis(300))
                    .until(() -> {
                        SendRecords records = SendRecords.read(reader, senders::contains);
                        person.decide(reader, senders::contains);
                        return records.unfinished().isEmpty();
                    });
        } catch (ConditionTimeoutException e) {
            Set<String> left = SendRecords.read(reader, senders::contains).unfinished();
            throw new AssertionError(
                    left.size() + " of " + load.written() + " requests have no end, such as "
                            + left.stream().limit(5).toList()
                            + "; "
                            + new SendInvariants(limits, stops.get())
                                    .check(stack.calls(bots, 0), SendRecords.read(reader, senders::contains)),
                    e);
        }
    }

    private SecretScan secrets(List<SenderProcess> alive) {
        SecretScan scan = new SecretScan(stack.tokens()).records(reader);
        for (SenderProcess sender : alive) {
            scan.arguments(sender.process().pid());
            scan.text("the metrics of " + sender.process().name(), MetricsText.of(sender, LONG));
        }
        return scan.arguments(stack.apiPid());
    }

    private long lastCall() {
        List<LedgerCall> calls = stack.calls(bots, 0);
        return calls.isEmpty() ? 0 : calls.get(calls.size() - 1).seq();
    }

    @Override
    public void close() {
        load.close();
    }
}
