package dev.sluice.system.bench.send;

import dev.sluice.model.Priority;
import dev.sluice.system.bench.measure.ProcessUsage;
import dev.sluice.system.bench.rig.Bots;
import dev.sluice.system.bench.rig.Rig;
import dev.sluice.system.bench.rig.Wait;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One round: every bot gets a message to each of its chats.
 *
 * @param sends that arrived at the API
 * @param wrong chats of bots that did not get exactly one
 * @param seconds from the first request handed to its producer to the last call at the API
 * @param senderCpu seconds of CPU, from the first request until all is quiet again; the same for broker and simulator
 * @param coresWhileSending that sender, broker and simulator together kept busy from the first to the last call
 */
record FanOutRound(
        int sends,
        int wrong,
        double seconds,
        double senderCpu,
        double brokerCpu,
        double simulatorCpu,
        double coresWhileSending) {
    private static final Duration DEADLINE = Duration.ofSeconds(90);

    /** Outcomes are stored, markers written, changelogs flushed. */
    private static final Duration AFTERMATH = Duration.ofSeconds(1);

    private static final long LOOK_MS = 25;

    static FanOutRound run(Rig rig, LimitlessSender sender, Requests requests, Bots bots, int chats) {
        int total = bots.count() * chats;
        long before = rig.api().stats().requests();
        double senderCpu = cpu(sender.pid());
        double brokerCpu = cpu(rig.brokerPid());
        double simulatorCpu = cpu(rig.simulatorPid());
        long start = System.nanoTime();
        for (int chat = 0; chat < chats; chat++) {
            for (int bot = 0; bot < bots.count(); bot++) {
                requests.message(bots.first() + bot, 8_000_000 + chat, Priority.REPLY);
            }
        }
        requests.flush();
        Wait.until(
                "the sends of a round",
                DEADLINE,
                LOOK_MS,
                () -> rig.api().stats().requests() >= before + total);
        double busy = cpu(sender.pid())
                - senderCpu
                + cpu(rig.brokerPid())
                - brokerCpu
                + cpu(rig.simulatorPid())
                - simulatorCpu;
        double took = (System.nanoTime() - start) / 1e9;
        Wait.pause(AFTERMATH);
        Arrivals arrived = Arrivals.of(rig, bots, before);
        Map<String, Integer> perChat = arrived.callsPerChat();
        int twice = (int) perChat.values().stream().filter(calls -> calls > 1).count();
        return new FanOutRound(
                arrived.count(),
                twice + total - perChat.size(),
                (arrived.lastNanos() - start) / 1e9,
                cpu(sender.pid()) - senderCpu,
                cpu(rig.brokerPid()) - brokerCpu,
                cpu(rig.simulatorPid()) - simulatorCpu,
                busy / took);
    }

    double sendsPerSecond() {
        return sends / seconds;
    }

    /** Of sender and broker. */
    double cpuPer1000() {
        return (senderCpu + brokerCpu) * 1000 / sends;
    }

    double senderCpuPer1000() {
        return senderCpu * 1000 / sends;
    }

    double simulatorCpuPer1000() {
        return simulatorCpu * 1000 / sends;
    }

    Map<String, Object> raw() {
        Map<String, Object> raw = new LinkedHashMap<>();
        raw.put("seconds", seconds);
        raw.put("sender_cpu_seconds", senderCpu);
        raw.put("broker_cpu_seconds", brokerCpu);
        raw.put("simulator_cpu_seconds", simulatorCpu);
        raw.put("cores_while_sending", coresWhileSending);
        return raw;
    }

    private static double cpu(long pid) {
        return ProcessUsage.cpuOf(pid).toMillis() / 1e3;
    }
}
