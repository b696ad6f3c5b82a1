package dev.sluice.ingest.shard;

import dev.sluice.ingest.rules.BatchRules;
import dev.sluice.ingest.rules.BotContext;
import dev.sluice.ingest.rules.RetryDecision;
import dev.sluice.ingest.rules.RetryPolicy;
import dev.sluice.ingest.telegram.PollResult;
import dev.sluice.runtime.kafka.TransactionalWriter;
import dev.sluice.runtime.kafka.WriteFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One owner's time with a shard, from {@code initTransactions} to the first doubt: what comes in is decided upon or waits for
 * the commit, and what is stored leads to the next poll. Nothing of a session outlives it; after a doubt the next session
 * starts from what is stored (R35).
 *
 * <p>Used by the owner thread alone.
 */
final class ShardSession implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ShardSession.class);

    /** How long a commit that times out is asked for again: after the transaction timeout the broker has ended it. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final ShardContext context;
    private final TransactionalWriter writer;
    private final GroupCommit group;
    private final RetryPolicy retry;
    private final TroubleReport report;
    private final PendingCounts pendingCounts;
    private final Timers timers = new Timers();
    private final ShardBots bots;
    private final BotRequests requests;
    private @Nullable Instant lastAnswer;

    /**
     * Takes over: fences the former owner, reads what is stored, prepares the first polls.
     *
     * @param certain whether this process may still count itself as the owner; asked before each poll
     * @param lastServed when the shard was last served by anybody; null if unknown
     * @param announce whether to publish that the owner has changed; once per assignment is enough
     */
    static ShardSession open(
            ShardContext context,
            Mailbox mailbox,
            BooleanSupplier certain,
            @Nullable Instant lastServed,
            boolean announce)
            throws WriteFailure {
        TransactionalWriter writer = new TransactionalWriter(
                context.clients()
                        .transactionalProducer(context.names().ingestTransactionalId(context.shard()), Map.of()),
                PATIENCE);
        try {
            writer.init();
            Takeover takeover = Takeover.read(context);
            ShardSession session = new ShardSession(context, mailbox, certain, writer, takeover, lastServed);
            if (announce) {
                TakeoverReport.publish(context, takeover, session.bots.byId().keySet(), session.group::add);
            }
            context.metrics().tookOver();
            return session;
        } catch (WriteFailure | RuntimeException e) {
            writer.close();
            throw e;
        }
    }

    private ShardSession(
            ShardContext context,
            Mailbox mailbox,
            BooleanSupplier certain,
            TransactionalWriter writer,
            Takeover takeover,
            @Nullable Instant lastServed) {
        this.context = context;
        this.writer = writer;
        this.lastAnswer = lastServed == null ? takeover.lastStored() : lastServed;
        this.group = new GroupCommit(context, writer, takeover);
        this.retry = context.retryPolicy();
        this.report = new TroubleReport(context, group::add);
        this.pendingCounts = new PendingCounts(context, mailbox);
        this.bots = new ShardBots(context, takeover, lastAnswer, timers);
        this.requests = new BotRequests(context, mailbox, certain, timers);
        bots.setTokens(context.tokens().get());
    }

    /** Takes in one message. */
    void accept(ShardMessage message) {
        if (message instanceof ShardMessage.PollDone done) {
            if (isCurrent(done.bot(), done.call())) {
                onPoll(done.bot(), done.result());
            } else {
                discard(message);
            }
        } else if (message instanceof ShardMessage.WebhookDone done) {
            if (isCurrent(done.bot(), done.call())) {
                done.bot().call = null;
                RetryDecision decision = retry.afterWebhook(done.bot().standing, done.result());
                report.explained(done.bot(), done.result(), decision.next().state());
                requests.apply(done.bot(), decision);
            }
        } else if (message instanceof ShardMessage.PendingCount count) {
            pendingCounts.onAnswer(count);
        } else if (message instanceof ShardMessage.TokensChanged) {
            bots.setTokens(context.tokens().get());
        }
    }

    /** Gives back what a message holds that nobody will look at. */
    static void discard(ShardMessage message) {
        if (message instanceof ShardMessage.PollDone done && done.result() instanceof PollResult.Batch batch) {
            batch.lease().release();
        }
    }

    /** True when the next commit should not get larger; what is left waits in the mailbox. */
    boolean isFull() {
        return group.isFull();
    }

    /** Fires what is due and tells when the next timer is. */
    long fireTimers(long nowNanos) {
        requests.askDue(nowNanos);
        return timers.nextDueNanos(pendingCounts.fire(nowNanos, bots.byId()));
    }

    /** Writes what is in hand. Only after the commit do the next polls leave (R32). */
    void commit() throws WriteFailure {
        List<GroupCommit.Stored> all = group.commit();
        Instant committed = context.clock().instant();
        try {
            all.forEach(this::settle);
        } finally {
            // After the polls, which nothing should hold up; but also when no poll may leave, since it is stored.
            all.forEach(stored -> note(stored, committed));
        }
    }

    /** Stops polling and writes what is in hand; for a shard that is given up in good order. */
    void finish() throws WriteFailure {
        bots.cancelCalls();
        group.commit();
    }

    /** Ends all calls, gives back what is held and closes the producer; an open transaction is aborted by that. */
    @Override
    public void close() {
        bots.close();
        group.discard();
        writer.close();
    }

    /** The position in the shard's partition up to which everything is known here; for the group's committed offset. */
    long endOffset() {
        return group.endOffset();
    }

    /** When Telegram last answered a poll of any bot here; before the first answer, when the shard was last served. */
    @Nullable
    Instant lastAnswer() {
        return lastAnswer;
    }

    int bots() {
        return bots.byId().size();
    }

    private boolean isCurrent(BotLoop bot, long call) {
        return bots.isCurrent(bot) && bot.callNumber == call;
    }

    private void onPoll(BotLoop bot, PollResult result) {
        bot.call = null;
        context.metrics().poll(bot.botId, result);
        if (result instanceof PollResult.Batch batch) {
            group.add(bot, batch);
            return;
        }
        RetryDecision decision = retry.after(bot.standing, result);
        if (result instanceof PollResult.Failure failure) {
            report.failed(bot, failure, decision.next().state());
        } else {
            Instant now = context.clock().instant();
            bot.outageUntil(now)
                    .map(down -> BatchRules.outageEvent(new BotContext(bot.botId, context.instance()), down, now))
                    .ifPresent(group::add);
            answered(bot, now);
        }
        requests.apply(bot, decision);
    }

    /** Lets the bot go on after a batch that is stored. */
    private void settle(GroupCommit.Stored stored) {
        BotLoop bot = stored.bot();
        bots.progressed(bot.botId, stored.plan().next());
        if (bots.isCurrent(bot)) {
            answered(bot, stored.result().receivedAt());
            requests.apply(bot, retry.afterBatch(bot.standing, stored.plan()));
        }
    }

    private void note(GroupCommit.Stored stored, Instant committed) {
        long botId = stored.bot().botId;
        context.metrics()
                .stored(botId, stored.plan(), Duration.between(stored.result().receivedAt(), committed));
        stored.plan().events().forEach(event -> log.info("bot {}: {}", botId, event));
    }

    private void answered(BotLoop bot, Instant at) {
        report.answered(bot);
        bot.lastContact = at;
        lastAnswer = at;
    }
}
