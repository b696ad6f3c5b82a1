package dev.sluice.outbound.dispatch;

import dev.sluice.model.Partitions;
import dev.sluice.model.Sender;
import dev.sluice.outbound.wire.GateRecord;
import dev.sluice.runtime.secret.Secret;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells the gate of credentials that appear or change, each to the partition of its sender: a lane that is parked for want of
 * them goes on at once. Where a partition is taken over all of them are news: nobody knows what the former owner had.
 */
final class CredentialNews {
    private final Credentials credentials;
    private final int partitions;
    private final Desks desks;
    private final ResultPublisher publisher;
    private final Map<Integer, Tenure> told = new HashMap<>();
    private Map<Sender, Secret> known = Map.of();

    /** @param partitions of the attempts topic */
    CredentialNews(Credentials credentials, int partitions, Desks desks, ResultPublisher publisher) {
        this.credentials = credentials;
        this.partitions = partitions;
        this.desks = desks;
        this.publisher = publisher;
    }

    /** Tells what is new; costs next to nothing when nothing is. */
    void tell() {
        Map<Sender, Secret> now = credentials.all();
        Map<Sender, Secret> before = known;
        known = now;
        desks.all().forEach((partition, desk) -> {
            if (desk.isOpen()) {
                boolean isTakenOver = told.put(partition, desk.tenure()) != desk.tenure();
                if (isTakenOver || now != before) {
                    tell(partition, desk.tenure().epoch(), isTakenOver ? Map.of() : before, now);
                }
            }
        });
        told.keySet().retainAll(desks.all().keySet());
    }

    private void tell(int partition, String epoch, Map<Sender, Secret> before, Map<Sender, Secret> now) {
        now.forEach((sender, secret) -> {
            boolean isHere = Partitions.forSender(sender.text(), partitions) == partition;
            if (isHere && !secret.equals(before.get(sender))) {
                GateRecord.Credentials news = new GateRecord.Credentials(sender, epoch);
                publisher.publish(Outgoing.kept(partition, sender.text(), List.of(), nanos -> news));
            }
        });
    }
}
