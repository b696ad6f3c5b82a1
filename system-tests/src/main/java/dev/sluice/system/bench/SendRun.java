package dev.sluice.system.bench;

import dev.sluice.system.bench.measure.ForeignLoad;
import dev.sluice.system.bench.report.Findings;
import dev.sluice.system.bench.report.Table;
import dev.sluice.system.bench.rig.Rig;
import dev.sluice.system.bench.rig.Scenario;
import dev.sluice.system.bench.send.Backlog;
import dev.sluice.system.bench.send.FanOut;
import dev.sluice.system.bench.send.IdleChats;
import dev.sluice.system.bench.send.Latency;
import dev.sluice.system.bench.send.Rates;
import dev.sluice.system.bench.send.SendPart;
import dev.sluice.system.bench.send.SendSizes;
import dev.sluice.system.bench.send.SharedSender;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The parts in their order: first those that share one warm sender with stock settings, then those with their own. */
final class SendRun {
    private static final Set<SendPart> SHARED = Set.of(SendPart.LATENCY, SendPart.RATE);

    private final Rig rig;
    private final SendSizes sizes;
    private final Set<SendPart> wanted;
    private final List<Findings> all = new ArrayList<>();

    SendRun(Rig rig, SendSizes sizes, Set<SendPart> wanted) {
        this.rig = rig;
        this.sizes = sizes;
        this.wanted = wanted;
    }

    List<Findings> run() {
        if (wanted.stream().anyMatch(SHARED::contains)) {
            try (SharedSender sender = SharedSender.start(rig, sizes.warmUp())) {
                run(SendPart.LATENCY, new Latency(sender, sizes));
                run(SendPart.RATE, new Rates(sender, sizes));
            }
        }
        run(SendPart.FANOUT, new FanOut(rig, sizes));
        run(SendPart.BACKLOG, new Backlog(rig, sizes));
        run(SendPart.CHATS, new IdleChats(rig, sizes));
        return all;
    }

    private void run(SendPart part, Scenario scenario) {
        if (wanted.contains(part)) {
            Findings into = new Findings(PartNames.text(part));
            ForeignLoad others = new ForeignLoad();
            scenario.run(into);
            into.foreignCores(others.cores());
            all.add(into);
            // at once too: a run that is cut short has shown what it had
            Table.lines(List.of(into)).forEach(line -> rig.progress().say("%s", line));
        }
    }
}
