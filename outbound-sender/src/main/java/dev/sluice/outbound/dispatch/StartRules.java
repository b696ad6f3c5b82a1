package dev.sluice.outbound.dispatch;

import dev.sluice.outbound.wire.ReturnReason;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What becomes of a grant: which one may start now, which one is handed back and why (DESIGN section 4, "Attempt before
 * call"). Asked twice: before the position is committed, and again when a connection is about to write. Pure.
 */
final class StartRules {
    /** A dispatcher that is behind will still be behind in a moment. */
    static final long LEASE_REST_MS = 1_000;

    /** As many calls of this sender as may be are open: some of them end within that. */
    static final long CAPACITY_REST_MS = 500;

    /** Tokens are looked for by the time a person has put one there. */
    static final long CREDENTIALS_REST_MS = 30_000;

    private StartRules() {}

    /** What to do with a grant now. */
    enum Step {
        /** Start it, once its position is committed. */
        START,
        /** Nothing: it is of another epoch, and its gate knows what that means. */
        PASS,
        /** Hand it back, and pass it when that is stored. */
        GIVE_BACK,
        /** Leave it where it is; those behind it wait too. */
        WAIT
    }

    /** @param refusal when it is handed back */
    record Verdict(Step step, Optional<Refusal> refusal) {
        static final Verdict START = new Verdict(Step.START, Optional.empty());
        static final Verdict PASS = new Verdict(Step.PASS, Optional.empty());
        static final Verdict WAIT = new Verdict(Step.WAIT, Optional.empty());

        static Verdict giveBack(ReturnReason reason, long restMs) {
            return new Verdict(Step.GIVE_BACK, Optional.of(new Refusal(reason, restMs)));
        }
    }

    /**
     * What is known when a grant is looked at.
     *
     * @param ownEpoch whether it was granted to this dispatcher, in this tenure
     * @param leaseLeft whether its lease still runs, see {@link #leaseRuns}
     * @param cooldownMs what is left of its sender's or chat's cooldown; 0 for none
     * @param cooldownAnnounced whether the 429 behind the cooldown is stored; nothing that it causes may come before it
     * @param senderRoom whether its sender may have one more call open
     * @param room whether the process may
     */
    record Situation(
            boolean ownEpoch,
            boolean leaseLeft,
            long cooldownMs,
            boolean cooldownAnnounced,
            boolean credentials,
            boolean senderRoom,
            boolean room) {}

    static Verdict judge(Situation now) {
        if (!now.ownEpoch()) {
            return Verdict.PASS;
        }
        if (!now.leaseLeft()) {
            return Verdict.giveBack(ReturnReason.LEASE, LEASE_REST_MS);
        }
        if (now.cooldownMs() > 0) {
            return now.cooldownAnnounced() ? Verdict.giveBack(ReturnReason.COOLDOWN, now.cooldownMs()) : Verdict.WAIT;
        }
        if (!now.credentials()) {
            return Verdict.giveBack(ReturnReason.NO_CREDENTIALS, CREDENTIALS_REST_MS);
        }
        // the sender's limit never holds up its neighbours in the partition (C25); the limit of all does, it is theirs
        // too
        if (!now.senderRoom()) {
            return Verdict.giveBack(ReturnReason.CAPACITY, CAPACITY_REST_MS);
        }
        return now.room() ? Verdict.START : Verdict.WAIT;
    }

    /**
     * The last look, with a connection at hand and nothing written yet.
     *
     * @param tenureOver whether the partition was taken away
     * @param sinceCommitNanos since the commit that took the grant was begun
     * @param freshness how long after that commit nobody else can have taken the partition over: the coordinator renewed our
     *     session with it, so less than the session timeout. Without it, a process that was stopped right after its commit
     *     would send into a cooldown that its successor has caused (O4)
     * @return why not, if not
     */
    static Optional<Refusal> handOver(
            boolean tenureOver, boolean leaseLeft, long sinceCommitNanos, Duration freshness, long cooldownMs) {
        if (tenureOver) {
            return Optional.of(new Refusal(ReturnReason.CLOSING, 0));
        }
        if (!leaseLeft || sinceCommitNanos >= freshness.toNanos()) {
            return Optional.of(new Refusal(ReturnReason.LEASE, LEASE_REST_MS));
        }
        return cooldownMs > 0 ? Optional.of(new Refusal(ReturnReason.COOLDOWN, cooldownMs)) : Optional.empty();
    }

    /**
     * Whether a lease still runs, by both clocks.
     *
     * @param sinceSeenNanos since the grant was read here; it was granted before
     */
    static boolean leaseRuns(long leaseMs, Instant grantedAt, Instant wallNow, long sinceSeenNanos) {
        return Duration.between(grantedAt, wallNow).toMillis() < leaseMs
                && sinceSeenNanos < TimeUnit.MILLISECONDS.toNanos(leaseMs);
    }
}
