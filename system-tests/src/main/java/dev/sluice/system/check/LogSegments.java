package dev.sluice.system.check;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.utils.Utils;

/**
 * Reads the log files of local brokers. Consumers are not shown which transaction a record belongs to; the files say so.
 *
 * <p>Of a replicated partition the longest copy is read. To be used when nothing is written, or the last batches may be
 * missing.
 */
final class LogSegments {
    private LogSegments() {}

    /** All batches of a topic that belong to transactions, by partition, in the order of offsets. */
    static List<LoggedBatch> read(List<Path> dataDirs, String topic, boolean withValues) {
        Map<String, List<LoggedBatch>> longest = new TreeMap<>();
        for (Path dir : dataDirs) {
            for (Path partition : list(dir, topic + "-")) {
                List<LoggedBatch> batches = partition(partition, topic, withValues);
                longest.merge(partition.getFileName().toString(), batches, LogSegments::longer);
            }
        }
        return longest.values().stream().flatMap(List::stream).toList();
    }

    private static List<LoggedBatch> longer(List<LoggedBatch> a, List<LoggedBatch> b) {
        return end(a) >= end(b) ? a : b;
    }

    private static long end(List<LoggedBatch> batches) {
        return batches.isEmpty() ? -1 : batches.get(batches.size() - 1).offset();
    }

    private static List<LoggedBatch> partition(Path dir, String topic, boolean withValues) {
        String name = dir.getFileName().toString();
        int partition = Integer.parseInt(name.substring(topic.length() + 1));
        List<LoggedBatch> batches = new ArrayList<>();
        for (Path segment : list(dir, "")) {
            if (segment.toString().endsWith(".log")) {
                segment(segment.toFile(), topic, partition, withValues, batches);
            }
        }
        return batches;
    }

    private static void segment(File file, String topic, int partition, boolean withValues, List<LoggedBatch> batches) {
        try (FileRecords records = FileRecords.open(file, false)) {
            for (RecordBatch batch : records.batches()) {
                if (batch.isTransactional()) {
                    batches.add(logged(batch, topic, partition, withValues));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private static LoggedBatch logged(RecordBatch batch, String topic, int partition, boolean withValues) {
        List<String> keys = new ArrayList<>();
        List<byte[]> values = new ArrayList<>();
        List<Integer> sequences = new ArrayList<>();
        LoggedBatch.Kind kind = LoggedBatch.Kind.DATA;
        for (Record record : batch) {
            if (batch.isControlBatch()) {
                kind = ControlRecordType.parse(record.key()) == ControlRecordType.COMMIT
                        ? LoggedBatch.Kind.COMMIT
                        : LoggedBatch.Kind.ABORT;
            } else {
                keys.add(new String(bytes(record.key()), StandardCharsets.UTF_8));
                values.add(withValues && record.hasValue() ? bytes(record.value()) : new byte[0]);
                sequences.add(sequence(record.headers()));
            }
        }
        return new LoggedBatch(
                topic,
                partition,
                batch.baseOffset(),
                batch.producerId(),
                batch.producerEpoch(),
                kind,
                keys,
                values,
                sequences);
    }

    private static int sequence(Header[] headers) {
        for (Header header : headers) {
            if (header.key().equals("sluice_sequence")) {
                return Integer.parseInt(new String(header.value(), StandardCharsets.UTF_8));
            }
        }
        return 1;
    }

    private static byte[] bytes(ByteBuffer buffer) {
        return buffer == null ? new byte[0] : Utils.toArray(buffer);
    }

    private static List<Path> list(Path dir, String prefix) {
        try (Stream<Path> entries = Files.list(dir)) {
            return entries.filter(p -> p.getFileName().toString().matches(Pattern.quote(prefix) + "[0-9.a-z]*"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + dir, e);
        }
    }
}
