package dev.sluice.system.bench.send;

import dev.sluice.model.Topics;
import dev.sluice.system.bench.measure.MetricsPage;
import dev.sluice.system.bench.measure.ProcessUsage;
import dev.sluice.system.bench.rig.Bots;
import dev.sluice.system.bench.rig.Rig;
import dev.sluice.system.bench.rig.SluiceProcess;
import dev.sluice.system.bench.rig.TokenDir;
import java.time.Duration;

/** A sender whose limits settings have lifted, with bots and topics of its own. */
final class LimitlessSender implements AutoCloseable {
    private static final String NO_LIMIT = "1000000/1s";

    private final Rig rig;
    private final String prefix;
    private final SluiceProcess process;

    private LimitlessSender(Rig rig, String prefix, SluiceProcess process) {
        this.rig = rig;
        this.prefix = prefix;
        this.process = process;
    }

    static LimitlessSender start(Rig rig, String name, Bots bots) {
        String prefix = name + ".";
        rig.createTopics(prefix, Topics.usedByOutbound());
        rig.api().registerBots(bots.first(), bots.count());
        TokenDir tokens = rig.tokenDir("send-" + name);
        tokens.add(bots.ids());
        SluiceProcess process = rig.sender("sender-" + name, prefix, tokens)
                .set("SLUICE_OUTBOUND_BOT_LIMIT", NO_LIMIT)
                .set("SLUICE_OUTBOUND_CHAT_LIMIT", NO_LIMIT)
                .start()
                .awaitReady();
        return new LimitlessSender(rig, prefix, process);
    }

    Requests requests() {
        return new Requests(rig.bootstrapServers(), prefix, 5);
    }

    long pid() {
        return process.pid();
    }

    MetricsPage metrics() {
        return process.metrics();
    }

    /** Of this process so far. */
    Duration cpu() {
        return ProcessUsage.cpuOf(process.pid());
    }

    @Override
    public void close() {
        process.close();
    }
}
