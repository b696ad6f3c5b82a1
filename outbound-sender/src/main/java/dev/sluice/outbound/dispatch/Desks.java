package dev.sluice.outbound.dispatch;

import dev.sluice.model.Attempt;
import dev.sluice.model.AttemptCodec;
import dev.sluice.model.InvalidRecordException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The desks of the partitions that are assigned now: exactly those, on the dispatch loop's thread. */
final class Desks {
    private static final Logger log = LoggerFactory.getLogger(Desks.class);

    private static final List<String> TRACE = List.of("traceparent", "tracestate");

    private final Map<Integer, PartitionDesk> byPartition = new TreeMap<>();

    void add(Collection<TopicPartition> partitions) {
        partitions.forEach(partition -> byPartition.put(partition.partition(), new PartitionDesk()));
    }

    /** Ends the tenures there and forgets what was not started; returns the tenures. */
    List<Tenure> remove(Collection<TopicPartition> partitions) {
        List<Tenure> ended = partitions.stream()
                .map(partition -> byPartition.remove(partition.partition()))
                .filter(Objects::nonNull)
                .filter(PartitionDesk::isOpen)
                .map(PartitionDesk::tenure)
                .toList();
        ended.forEach(Tenure::end);
        return ended;
    }

    void endAll() {
        byPartition.values().stream()
                .filter(PartitionDesk::isOpen)
                .map(PartitionDesk::tenure)
                .forEach(Tenure::end);
        byPartition.clear();
    }

    Map<Integer, PartitionDesk> all() {
        return byPartition;
    }

    /** Beginning with another one each time, so that none is always the last to get a slot. */
    List<Map.Entry<Integer, PartitionDesk>> open(int turn) {
        List<Map.Entry<Integer, PartitionDesk>> open = new ArrayList<>();
        for (Map.Entry<Integer, PartitionDesk> desk : byPartition.entrySet()) {
            if (desk.getValue().isOpen()) {
                open.add(desk);
            }
        }
        if (!open.isEmpty()) {
            Collections.rotate(open, turn % open.size());
        }
        return open;
    }

    /** Ends the tenures that the gate does not know of, so that they are opened again. */
    void closeOvertaken() {
        byPartition.forEach((partition, desk) -> {
            if (desk.isOvertaken()) {
                log.warn(
                        "partition {}: the gate grants to an epoch {}, ours is {}; it is opened again",
                        partition,
                        desk.foreignNumber(),
                        desk.tenure().epoch());
                desk.close();
            }
        });
    }

    List<Integer> unopened() {
        return byPartition.entrySet().stream()
                .filter(desk -> !desk.getValue().isOpen())
                .map(Map.Entry::getKey)
                .toList();
    }

    int waiting() {
        return byPartition.values().stream().mapToInt(PartitionDesk::waiting).sum();
    }

    /** Puts what was read on its desks; returns the grants of our own epochs. */
    List<Granted> read(ConsumerRecords<byte[], byte[]> records, long nowNanos) {
        List<Granted> ours = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> some : records) {
            PartitionDesk desk = byPartition.get(some.partition());
            if (desk != null) {
                read(desk, some, nowNanos).filter(desk::isOurs).ifPresent(ours::add);
            }
        }
        return ours;
    }

    private static Optional<Granted> read(PartitionDesk desk, ConsumerRecord<byte[], byte[]> some, long nowNanos) {
        Attempt attempt;
        try {
            attempt = AttemptCodec.decode(some.value() == null ? new byte[0] : some.value());
        } catch (InvalidRecordException | IllegalArgumentException e) {
            // only the gate writes here; nothing that it grants is lost by passing this
            log.error("partition {} offset {} is no attempt: {}", some.partition(), some.offset(), e.getMessage());
            desk.skip(some.offset());
            return Optional.empty();
        }
        List<Header> trace = new ArrayList<>(0);
        for (String name : TRACE) {
            Header header = some.headers().lastHeader(name);
            if (header != null) {
                trace.add(header);
            }
        }
        Granted granted = new Granted(attempt, trace, some.partition(), some.offset(), nowNanos);
        desk.read(granted);
        return Optional.of(granted);
    }
}
