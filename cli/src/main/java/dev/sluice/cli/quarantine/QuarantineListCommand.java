package dev.sluice.cli.quarantine;

import dev.sluice.cli.Cluster;
import dev.sluice.cli.ConfigOption;
import dev.sluice.cli.Console;
import dev.sluice.cli.JsonLines;
import dev.sluice.cli.TopicRecords;
import dev.sluice.cli.VersionText;
import dev.sluice.model.QuarantineHeaders;
import dev.sluice.model.RecordPlace;
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
            "What has no usable update_id can never be stored as an update: there is no key for it. --bytes shows it, for "
                    + "whoever wants to look. What was too_large is stored by 'sluice quarantine retry' once the topic "
                    + "takes it; give it the place of the record that has no part.",
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
            json.writeStringProperty(
                    "stands_at", new RecordPlace(record.topic(), record.partition(), record.offset()).text());
            json.writeStringProperty(
                    "at", Instant.ofEpochMilli(record.timestamp()).toString());
            json.writeName("bot_id").writeRawValue(key[0].matches("\\d{1,19}") ? key[0] : "null");
            json.writeStringProperty("sha256", key.length > 1 ? key[1] : "");
            header(json, "reason", record, QuarantineHeaders.REASON);
            header(json, "poll_offset", record, QuarantineHeaders.OFFSET);
            header(json, "part", record, QuarantineHeaders.PART);
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
