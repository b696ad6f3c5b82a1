package dev.sluice.system.crash;

import dev.sluice.system.harness.LoadMix;
import dev.sluice.system.harness.OutboundStack;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Each of three brokers is killed and restarted under load. */
class SenderBrokerCrashTest {

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path dir;

    @Test
    void eachBrokerIsKilledUnderLoad() throws Exception {
        try (OutboundStack stack = OutboundStack.start(dir, 3, Map.of());
                SendRow row = new SendRow("s-o-brokers", stack).mixed(LoadMix.FULL)) {
            // a leader is elected in seconds, so nothing is in a hurry here
            SendRow.awaitReady(row.start(row.patient("p1")));
            row.repeat(run -> {
                run.load.start(30);
                run.letFlow(40);
                List<Integer> nodes = new ArrayList<>(List.of(1, 2, 3));
                Collections.shuffle(nodes, run.random);
                for (int node : nodes) {
                    stack.kafka().killNode(node);
                    run.letFlow(60);
                    stack.kafka().startNode(node);
                    run.letFlow(30);
                }
            });
        }
    }
}
