package dev.sluice.system.bench.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Transactional producers and nothing else, in a process of their own: what the broker takes at best of the records that
 * Sluice writes.
 *
 * <p>Arguments: bootstrap servers, topics prefix to copy records from, topics prefix to write them under, number of
 * producers to make. Prints {@code ready <port>}, then writes on demand: {@code GET /run?ms=4000&group=1010&producers=1}
 * keeps that many producers busy for so long, in transactions of so many records, and answers with
 * {@code updates=<n> transactions=<n> nanos=<n>}. Runs until it is killed.
 */
public final class BareProducerMain {
    private final List<BareProducer> producers = new ArrayList<>();

    private BareProducerMain() {}

    public static void main(String[] args) throws IOException {
        BareProducerMain main = new BareProducerMain();
        RecordSample sample = RecordSample.read(args[0], args[1]);
        for (int n = 0; n < Integer.parseInt(args[3]); n++) {
            main.producers.add(new BareProducer(args[0], args[2], n, sample));
        }
        OnDemand.serve(main::run);
    }

    private String run(Map<String, Long> wanted) {
        long start = System.nanoTime();
        long until = start + wanted.getOrDefault("ms", 1000L) * 1_000_000L;
        int group = Math.toIntExact(wanted.getOrDefault("group", 1010L));
        List<BareProducer.Run> runs = new ArrayList<>();
        for (BareProducer producer : producers.subList(0, Math.toIntExact(wanted.getOrDefault("producers", 1L)))) {
            runs.add(producer.run(group, until));
        }
        long updates = 0;
        long transactions = 0;
        for (BareProducer.Run run : runs) {
            run.await();
            updates += run.updates();
            transactions += run.transactions();
        }
        return "updates=%d transactions=%d nanos=%d".formatted(updates, transactions, System.nanoTime() - start);
    }
}
