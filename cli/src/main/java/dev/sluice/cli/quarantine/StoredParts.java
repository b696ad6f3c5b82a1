package dev.sluice.cli.quarantine;

import dev.sluice.cli.Cluster;
import dev.sluice.model.QuarantineReference;
import dev.sluice.model.RecordPlace;
import dev.sluice.runtime.kafka.PartitionReader;
import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/** Puts the parts of an update together again: the records of the same key that follow the one that stands for them. */
final class StoredParts {
    private static final Duration DEADLINE = Duration.ofMinutes(2);

    private final Quarantined record;
    private final QuarantineReference reference;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int next = 1;

    private StoredParts(Quarantined record, QuarantineReference reference) {
        this.record = record;
        this.reference = reference;
    }

    /** The bytes of the update; empty when not all parts are there, or they are not what they were. */
    static Optional<byte[]> read(Cluster cluster, Quarantined record, QuarantineReference reference) {
        StoredParts parts = new StoredParts(record, reference);
        RecordPlace place = record.place();
        try (Consumer<byte[], byte[]> reader = cluster.clients().reader()) {
            PartitionReader.readFrom(
                    cluster.admin(),
                    reader,
                    Map.of(new TopicPartition(place.topic(), place.partition()), place.offset()),
                    DEADLINE,
                    parts::areComplete,
                    found -> parts.add(Quarantined.of(found)));
        }
        byte[] together = parts.bytes.toByteArray();
        return together.length == reference.size() && sha256(together).equals(reference.sha256())
                ? Optional.of(together)
                : Optional.empty();
    }

    private boolean areComplete() {
        return next > reference.parts();
    }

    private void add(Quarantined found) {
        if (!areComplete()
                && found.place().offset() > record.place().offset()
                && found.key().equals(record.key())
                && found.part().equals(next + "/" + reference.parts())) {
            bytes.writeBytes(found.value());
            next++;
        }
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
