package dev.sluice.system.crash;

import dev.sluice.model.Names;
import dev.sluice.model.Partitions;
import dev.sluice.system.harness.SystemStack;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Each of three brokers is killed and restarted under load, the one that coordinates the poller's transactions first (R35). */
@Tag("R44")
class BrokerCrashTest {
    private static final int SHARDS = 8;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path dir;

    @Test
    void eachBrokerIsKilledUnderLoad() throws Exception {
        try (SystemStack stack = SystemStack.start(dir, 3, Map.of());
                Admin admin =
                        Admin.create(Map.of("bootstrap.servers", stack.kafka().bootstrapServers()));
                CrashRow row = new CrashRow("f-brokers", stack)) {
            row.startPoller("p1");
            row.awaitPolled();
            row.repeat(run -> {
                run.startTraffic(150);
                run.letFlow(100);
                int coordinator = coordinatorOf(admin, run.bots.get(0));
                List<Integer> others = new ArrayList<>(List.of(1, 2, 3));
                others.remove(Integer.valueOf(coordinator));
                Collections.shuffle(others, run.random);
                for (int node : List.of(coordinator, others.get(0), others.get(1))) {
                    stack.kafka().killNode(node);
                    run.letFlow(100);
                    stack.kafka().startNode(node);
                    run.letFlow(100);
                }
            });
        }
    }

    private static int coordinatorOf(Admin admin, long bot) throws Exception {
        String id = new Names("").ingestTransactionalId(Partitions.forBot(bot, SHARDS));
        return admin.describeTransactions(List.of(id)).description(id).get().coordinatorId();
    }
}
