package dev.sluice.runtime.lag;

import dev.sluice.runtime.lag.GroupFound.Trouble;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says what cannot be read once, not every round; and once when it can be read again. */
final class LagLog {
    private static final Logger log = LoggerFactory.getLogger(LagLog.class);

    /** One failure is no news: a group that we have not joined yet, a coordinator that moves. */
    private static final int NEWS_AFTER = 2;

    private final Map<String, Case> cases = new HashMap<>();
    private final Set<String> summed = new TreeSet<>();
    private final Set<String> unreadable = new TreeSet<>();

    private record Case(LagFailure reason, int rounds, boolean said) {}

    void round(String group, Optional<Trouble> trouble) {
        Case before = cases.remove(group);
        if (trouble.isEmpty()) {
            if (before != null && before.said()) {
                log.info("the lag of group {} can be read again", group);
            }
            return;
        }
        LagFailure reason = trouble.get().reason();
        Case now = before == null || before.reason() != reason
                ? new Case(reason, 1, false)
                : new Case(reason, before.rounds() + 1, before.said());
        boolean news = !now.said() && now.rounds() >= NEWS_AFTER;
        if (news) {
            log.warn(
                    "the lag of group {} cannot be read ({}: {}){}; tried again, and nothing else is affected",
                    group,
                    reason.word(),
                    trouble.get().detail(),
                    reason == LagFailure.NOT_AUTHORIZED ? "; wants DESCRIBE of the group and of its topics" : "");
        }
        cases.put(group, new Case(reason, now.rounds(), now.said() || news));
    }

    /** These topics are shown as a sum; each is named once. */
    void summed(Set<String> topics) {
        if (summed.addAll(topics)) {
            log.warn(
                    "more than {} partitions in the lag of all groups: the lag in {} is shown as a sum, partition other",
                    LagMeters.MAX_SERIES,
                    summed);
        }
    }

    /** In these topics records cannot be told from transaction markers; each is named once. */
    void unreadable(Set<String> topics) {
        if (unreadable.addAll(topics)) {
            log.warn(
                    "the lag in {} may count transaction markers, since records there cannot be looked at; wants READ of"
                            + " these topics",
                    unreadable);
        }
    }
}
