package dev.sluice.cli;

import dev.sluice.model.Checkpoint;
import dev.sluice.runtime.lifecycle.ExitCode;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "bots",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        description = {
            "Lists the bots that have a checkpoint: the offset of the next poll, when it was stored and by which instance, "
                    + "the epoch of its ownership and its shard. Reads Kafka only; asks Telegram nothing.",
            ""
        })
final class BotsCommand implements Callable<Integer> {
    private static final String ROW = "%-12s %11s %-24s %6s %5s  %s%n";

    private final Console console;

    @Mixin
    private ConfigOption config;

    @Mixin
    private JsonOption json;

    BotsCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Map<Long, StoredCheckpoint> bots;
        try (Cluster cluster = Cluster.of(config.forOneAnswer(console))) {
            bots = StoredCheckpoint.ofAllBots(cluster);
        }
        if (json.isOn()) {
            bots.forEach((id, bot) -> console.out().println(json(id, bot)));
        } else {
            console.out().printf(ROW, "BOT", "NEXT OFFSET", "UPDATED AT", "EPOCH", "SHARD", "OWNER");
            bots.forEach((id, bot) -> console.out()
                    .printf(
                            ROW,
                            id,
                            bot.checkpoint().nextOffset(),
                            bot.checkpoint().updatedAt(),
                            bot.checkpoint().epoch(),
                            bot.shard(),
                            bot.checkpoint().owner()));
        }
        return ExitCode.OK.code();
    }

    private static String json(long id, StoredCheckpoint bot) {
        Checkpoint checkpoint = bot.checkpoint();
        return JsonLines.object(json -> {
            json.writeNumberProperty("bot_id", id);
            json.writeNumberProperty("next_offset", checkpoint.nextOffset());
            json.writeStringProperty("updated_at", checkpoint.updatedAt().toString());
            json.writeStringProperty("owner", checkpoint.owner());
            json.writeNumberProperty("epoch", checkpoint.epoch());
            json.writeNumberProperty("shard", bot.shard());
            json.writeNumberProperty("sequence", checkpoint.sequence());
        });
    }
}
