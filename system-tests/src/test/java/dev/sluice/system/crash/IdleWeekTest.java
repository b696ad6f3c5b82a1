package dev.sluice.system.crash;

import static org.awaitility.Awaitility.await;

import dev.sluice.local.botapi.BotStats;
import dev.sluice.system.harness.SystemStack;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * After an idle week Kafka has forgotten the transactional id and the producer, and Telegram may begin a new id sequence:
 * both at the same moment (cases A1, A2, D1). Here a week lasts eight seconds.
 */
@Tag("R44")
class IdleWeekTest {
    private static final Map<String, String> SHORT_WEEK = Map.of(
            "transactional.id.expiration.ms", "8000",
            "transaction.remove.expired.transaction.cleanup.interval.ms", "500",
            "producer.id.expiration.ms", "8000",
            "producer.id.expiration.check.interval.ms", "500");

    /**
     * How far below the old offset the new ids begin, at least. They must not grow past it before the poller has sent a lower
     * one: the API would take the old offset for a confirmation of them.
     */
    private static final int BELOW = 400;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path dir;

    @Test
    void theTransactionalIdExpiresAndTheIdsBeginAnew() throws Exception {
        try (SystemStack stack = SystemStack.start(dir, 1, SHORT_WEEK);
                Admin admin =
                        Admin.create(Map.of("bootstrap.servers", stack.kafka().bootstrapServers()));
                CrashRow row = new CrashRow("i-idle-week", stack)) {
            row.startPoller("p1");
            row.awaitPolled();
            row.repeat(run -> {
                // Given: enough stored for a restart to land inside, and a week in which nothing comes
                run.startTraffic(3_000);
                run.letFlow(3_000);
                run.stopTraffic();
                run.awaitDrained();
                await("the transactional ids to expire")
                        .atMost(CrashRun.LONG)
                        .pollInterval(Duration.ofMillis(200))
                        .until(() -> admin.listTransactions().all().get().isEmpty());
                // When: one bot's ids fall far back, one's into what is stored, one's are somewhere above
                for (int i = 0; i < run.bots.size(); i++) {
                    BotStats bot = stack.botStats(run.bots.subList(i, i + 1)).get(0);
                    int back = BELOW + run.random.nextInt(400);
                    stack.api()
                            .restartSequence(
                                    bot.botId(),
                                    switch (i) {
                                        case 0 -> bot.tail() / 2;
                                        case 1 -> bot.tail() - back;
                                        default -> bot.tail() + 1_000 + run.random.nextInt(1_000_000);
                                    });
                }
                run.startTraffic(200);
                run.letFlow(300);
            });
        }
    }
}
