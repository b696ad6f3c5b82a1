package dev.sluice.system.harness;

import dev.sluice.system.check.CommittedReader;
import dev.sluice.system.check.send.SendRecords;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;

/** A person who looks at the open reviews and decides, each attempt once. Not thread-safe. */
public final class Reviewer {
    private static final int RESEND_OF_TEN = 6;
    private static final int SENT_OF_TEN = 8;

    private final RequestLoad desk;
    private final Random random;
    private final Set<String> decided = new HashSet<>();

    public Reviewer(RequestLoad desk, long seed) {
        this.desk = desk;
        random = new Random(seed);
    }

    /** Decides about all that is open among what the reader has read. */
    public void decide(CommittedReader reader, Predicate<String> senders) {
        SendRecords.openReviews(reader, senders).forEach((job, attempt) -> {
            if (decided.add(job + "/" + attempt)) {
                int lot = random.nextInt(10);
                desk.resolve(job, attempt, lot < RESEND_OF_TEN ? "resend" : lot < SENT_OF_TEN ? "sent" : "drop");
            }
        });
    }
}
