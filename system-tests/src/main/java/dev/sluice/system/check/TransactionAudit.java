package dev.sluice.system.check;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * I3 to the letter: takes the brokers' log files apart into transactions and looks at each for itself.
 *
 * <p>A checkpoint may newly name only updates of its own transaction, and an update's checkpoint stands in the update's
 * transaction. A reader that comes later could not tell: it would find everything in its place. Producers of Kafka 4 take a
 * new epoch for every transaction, so that producer id and epoch name one.
 */
public final class TransactionAudit {
    private final Predicate<Long> bots;
    private final String updatesTopic;
    private final String quarantineTopic;
    private final IngestReport report = new IngestReport();
    private final Map<String, Transaction> transactions = new LinkedHashMap<>();
    private final Map<String, IdSet> named = new HashMap<>();

    private TransactionAudit(Predicate<Long> bots, String updatesTopic, String quarantineTopic) {
        this.bots = bots;
        this.updatesTopic = updatesTopic;
        this.quarantineTopic = quarantineTopic;
    }

    /** What one transaction wrote, over all partitions. */
    private static final class Transaction {
        final Set<String> updates = new HashSet<>();
        final Set<String> quarantinedBots = new HashSet<>();
        final List<StoredRecord> checkpoints = new ArrayList<>();
        final Set<LoggedBatch.Kind> ends = new HashSet<>();
    }

    /**
     * Audits the transactions in the logs of a quiet cluster.
     *
     * @param dataDirs the log directories of all nodes
     * @param bots whose records are looked at
     */
    public static IngestReport audit(
            List<Path> dataDirs,
            Predicate<Long> bots,
            String updatesTopic,
            String checkpointsTopic,
            String quarantineTopic) {
        TransactionAudit audit = new TransactionAudit(bots, updatesTopic, quarantineTopic);
        audit.collect(LogSegments.read(dataDirs, updatesTopic, false));
        audit.collect(LogSegments.read(dataDirs, quarantineTopic, false));
        // last, because it is these that give the transactions their order: one shard's are written one after the other
        audit.collect(LogSegments.read(dataDirs, checkpointsTopic, true));
        audit.transactions.values().forEach(audit::endsAreOne);
        audit.transactions.values().stream().filter(audit::committed).forEach(audit::isWhole);
        return audit.report;
    }

    /** Batches of one producer in one partition belong to the next marker of that producer there. */
    private void collect(List<LoggedBatch> batches) {
        Map<String, List<LoggedBatch>> open = new HashMap<>();
        for (LoggedBatch batch : batches) {
            List<LoggedBatch> pending =
                    open.computeIfAbsent(batch.place() + "/" + batch.producerId(), k -> new ArrayList<>());
            if (batch.kind() == LoggedBatch.Kind.DATA) {
                pending.add(batch);
            } else {
                pending.forEach(data -> add(data, batch.kind()));
                pending.clear();
            }
        }
    }

    private void add(LoggedBatch data, LoggedBatch.Kind end) {
        String id = data.producerId() + "/" + data.producerEpoch();
        Transaction transaction = transactions.remove(id);
        if (transaction == null) {
            transaction = new Transaction();
        }
        // put again at the end: in the end the order is that of the checkpoints
        transactions.put(id, transaction);
        transaction.ends.add(end);
        for (int i = 0; i < data.keys().size(); i++) {
            String key = data.keys().get(i);
            if (!bots.test(botOf(key))) {
                continue;
            }
            if (data.topic().equals(updatesTopic)) {
                transaction.updates.add(key + "/" + data.sequences().get(i));
            } else if (data.topic().equals(quarantineTopic)) {
                transaction.quarantinedBots.add(key.substring(0, key.indexOf(':')));
            } else {
                transaction.checkpoints.add(new StoredRecord(
                        data.topic(),
                        data.partition(),
                        data.offset(),
                        0,
                        key,
                        data.values().get(i),
                        "",
                        Map.of(
                                "sluice_sequence",
                                Integer.toString(data.sequences().get(i)))));
            }
        }
    }

    private static long botOf(String key) {
        int colon = key.indexOf(':');
        return Long.parseLong(colon < 0 ? key : key.substring(0, colon));
    }

    private boolean committed(Transaction transaction) {
        return transaction.ends.contains(LoggedBatch.Kind.COMMIT);
    }

    private void endsAreOne(Transaction transaction) {
        if (transaction.ends.size() > 1) {
            report.add(
                    Violation.PARTIAL,
                    "a transaction was committed in one partition and aborted in another: "
                            + transaction.updates.stream().limit(3).toList());
        }
    }

    private void isWhole(Transaction transaction) {
        Set<String> unnamed = new HashSet<>(transaction.updates);
        for (StoredRecord record : transaction.checkpoints) {
            CheckpointView view = CheckpointView.of(record);
            int foreign = 0;
            for (CheckpointView.Named range : view.named()) {
                IdSet known = named.computeIfAbsent(view.botId() + "/" + range.sequence(), k -> new IdSet());
                for (IdSet.Range fresh : known.add(range.first(), range.last())) {
                    for (int id = fresh.first(); id <= fresh.last(); id++) {
                        boolean here = unnamed.remove(view.botId() + ":" + id + "/" + range.sequence());
                        // an update that was too large is named too, and lies in quarantine in parts
                        if (!here && !transaction.quarantinedBots.contains(Long.toString(view.botId()))) {
                            foreign++;
                        }
                    }
                }
            }
            if (foreign > 0) {
                report.add(
                        Violation.PARTIAL,
                        "the checkpoint at " + record.where() + " newly names " + foreign
                                + " updates that its transaction does not hold");
            }
        }
        if (!unnamed.isEmpty()) {
            report.add(
                    Violation.PARTIAL,
                    "a transaction holds " + unnamed.size()
                            + " updates that its checkpoints do not newly name: "
                            + unnamed.stream().limit(3).toList());
        }
    }
}
