package dev.sluice.system.check;

import dev.sluice.local.botapi.LedgerPush;
import dev.sluice.local.botapi.LedgerSequence;
import dev.sluice.local.botapi.core.IdRanges;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Plays a poller, a good one or a bad one: writes by hand what the topics and the API's ledger are to hold. */
final class HandWritten implements AutoCloseable {
    static final long BOT = 110001;

    final String updates;
    final String checkpoints;
    final String quarantine;
    private final Producer<byte[], byte[]> producer;
    private final List<LedgerPush> pushes = new ArrayList<>();
    private final List<LedgerSequence> summaries = new ArrayList<>();
    private int sequence = 1;

    HandWritten(String servers, String prefix) throws Exception {
        updates = prefix + ".updates";
        checkpoints = prefix + ".checkpoints";
        quarantine = prefix + ".quarantine";
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
            admin.createTopics(Stream.of(updates, checkpoints, quarantine)
                            .map(t -> new NewTopic(t, 3, (short) 1))
                            .toList())
                    .all()
                    .get();
        }
        Map<String, Object> settings = Map.of("bootstrap.servers", servers, "transactional.id", prefix, "linger.ms", 0);
        producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        producer.initTransactions();
    }

    static String content(int id) {
        return "{\"update_id\":" + id + ",\"message\":{\"text\":\"nr " + id + "\"}}";
    }

    /** The API has these updates to give. */
    HandWritten given(int first, int last) {
        for (int id = first; id <= last; id++) {
            given(id, content(id));
        }
        return this;
    }

    HandWritten given(int id, String content) {
        pushes.add(new LedgerPush(BOT, sequence, id, "message", 0, sha256(content), null));
        return this;
    }

    /** The API forgets these because an offset above them was sent. */
    HandWritten confirmed(int first, int last) {
        return forgotten(IdRanges.of(first, last), IdRanges.NONE, IdRanges.NONE, IdRanges.NONE);
    }

    /** The same, though no answer had carried them. */
    HandWritten deletedUnseen(int first, int last) {
        return forgotten(IdRanges.NONE, IdRanges.of(first, last), IdRanges.NONE, IdRanges.NONE);
    }

    /** The API forgets these because of a negative offset. */
    HandWritten dropped(int first, int last) {
        return forgotten(IdRanges.NONE, IdRanges.NONE, IdRanges.of(first, last), IdRanges.NONE);
    }

    /** The API forgets these because they are too old. */
    HandWritten expired(int first, int last) {
        return forgotten(IdRanges.NONE, IdRanges.NONE, IdRanges.NONE, IdRanges.of(first, last));
    }

    private HandWritten forgotten(IdRanges confirmed, IdRanges unseen, IdRanges dropped, IdRanges expired) {
        summaries.add(new LedgerSequence(BOT, sequence, 0, 0, confirmed, unseen, dropped, expired));
        return this;
    }

    HandWritten restartedSequence() {
        sequence++;
        return this;
    }

    HandWritten backToSequence(int value) {
        sequence = value;
        return this;
    }

    HandWritten begin() {
        producer.beginTransaction();
        return this;
    }

    HandWritten commit() {
        producer.commitTransaction();
        return this;
    }

    HandWritten abort() {
        producer.abortTransaction();
        return this;
    }

    HandWritten store(int first, int last) throws Exception {
        for (int id = first; id <= last; id++) {
            store(id, content(id));
        }
        return this;
    }

    HandWritten store(int id, String content) throws Exception {
        return send(updates, id % 3, BOT + ":" + id, content);
    }

    HandWritten quarantined(String hash, String content) throws Exception {
        return send(quarantine, 0, BOT + ":" + hash, content);
    }

    /** A checkpoint that names these updates. */
    HandWritten checkpoint(int first, int last, String owner, int epoch) throws Exception {
        return send(
                checkpoints,
                1,
                Long.toString(BOT),
                ("{\"next_offset\":%d,\"recent\":[[%d,%d,1764489600]],"
                                + "\"updated_at\":\"2025-11-30T08:00:00Z\",\"owner\":\"%s\",\"epoch\":%d}")
                        .formatted(last + 1, first, last, owner, epoch));
    }

    ApiLedger ledger() {
        return new ApiLedger(summaries, pushes);
    }

    static String sha256(String content) {
        return CommittedReader.sha256(content.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        producer.close();
    }

    private HandWritten send(String topic, int partition, String key, String value) throws Exception {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                topic, partition, key.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8));
        record.headers()
                .add(new RecordHeader(
                        "sluice_sequence", Integer.toString(sequence).getBytes(StandardCharsets.UTF_8)));
        producer.send(record).get();
        return this;
    }
}
