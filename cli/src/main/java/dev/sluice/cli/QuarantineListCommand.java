package dev.sluice.cli;

import dev.sluice.model.Topics;
import dev.sluice.runtime.lifecycle.ExitCode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.core.JsonGenerator;

@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        description = {
            "Prints one JSON object per record of telegram.quarantine: where it stands, its bot and hash, why it is there, "
                    + "the offset of the poll that brought it, and its size. Reads only.",
            "",
            "What stands there cannot be stored as an update by trying again: it has no usable update_id, or is larger than "
                    + "the topic takes. So there is no retry; --bytes shows it, for whoever wants to look.",
            ""
        })
final class QuarantineListCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private ConfigOption config;

    @Option(names = "--bytes", description = "Add the bytes, in base64. They are message content.")
    private boolean bytes;

    QuarantineListCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        try (Cluster cluster = Cluster.of(config.forOneAnswer(console))) {
            TopicRecords.read(
                    cluster, Topics.QUARANTINE, record -> console.out().println(json(record)));
        }
        return ExitCode.OK.code();
    }

    private String json(ConsumerRecord<byte[], byte[]> record) {
        String[] key = text(record.key()).split(":", 2);
        return JsonLines.object(json -> {
            json.writeNumberProperty("partition", record.partition());
            json.writeNumberProperty("offset", record.offset());
            json.writeStringProperty(
                    "at", Instant.ofEpochMilli(record.timestamp()).toString());
            json.writeName("bot_id").writeRawValue(key[0].matches("\\d{1,19}") ? key[0] : "null");
            json.writeStringProperty("sha256", key.length > 1 ? key[1] : "");
            header(json, "reason", record, "sluice_reason");
            header(json, "poll_offset", record, "sluice_offset");
            header(json, "part", record, "sluice_part");
            json.writeNumberProperty("size", record.value() == null ? 0 : record.value().length);
            if (bytes && record.value() != null) {
                json.writeStringProperty("bytes", Base64.getEncoder().encodeToString(record.value()));
            }
        });
    }

    private static void header(JsonGenerator json, String name, ConsumerRecord<byte[], byte[]> record, String header) {
        Header found = record.headers().lastHeader(header);
        if (found == null || found.value() == null) {
            json.writeNullProperty(name);
        } else {
            json.writeStringProperty(name, text(found.value()));
        }
    }

    private static String text(byte @Nullable [] bytes) {
        return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    }
}
