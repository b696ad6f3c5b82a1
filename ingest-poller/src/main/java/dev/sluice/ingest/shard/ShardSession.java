package dev.sluice.ingest.shard;

import dev.sluice.ingest.rules.BatchPlan;
import dev.sluice.ingest.rules.BatchRules;
import dev.sluice.ingest.rules.BotContext;
import dev.sluice.ingest.rules.BotProgress;
import dev.sluice.ingest.rules.RetryDecision;
import dev.sluice.ingest.rules.RetryPolicy;
import dev.sluice.ingest.telegram.PollRequest;
import dev.sluice.ingest.telegram.PollResult;
import dev.sluice.model.IngestEvent;
import dev.sluice.model.Partitions;
import dev.sluice.runtime.kafka.TransactionalWriter;
import dev.sluice.runtime.kafka.WriteFailure;
import dev.sluice.runtime.secret.Secret;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One owner's time with a shard, from {@code initTransactions} to the first doubt: the producer, the bots and what they have
 * in hand. Nothing of a session outlives it; after a doubt the next session starts from what is stored (R35).
 *
 * <p>Used by the owner thread alone.
 */
final class ShardSession implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ShardSession.class);

    /** First polls of a shard leave this far apart, so that 10,000 bots do not connect in one instant (case E6). */
    private static final Duration FIRST_POLL_SPACING = Duration.ofMillis(4);

    /** How long a commit that times out is asked for again: after the transaction timeout the broker has ended it. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final ShardContext context;
    private final Mailbox mailbox;
    private final BooleanSupplier certain;
    private final TransactionalWriter writer;
    private final Takeover takeover;
    private final @Nullable Instant lastServed;
    private final GroupCommit group;
    private final RetryPolicy retry;
    private final TroubleReport report;
    private final PendingCounts pendingCounts;
    private final Timers timers = new Timers();
    private final Map<Long, BotLoop> bots = new HashMap<>();

    /** How far each bot has come in this session, also of bots whose token came and went. */
    private final Map<Long, BotProgress> progress = new HashMap<>();

    private Map<Long, Secret> tokens = Map.of();
    private int withoutToken;
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
            ShardSession session =
                    new ShardSession(context, mailbox, certain, writer, Takeover.read(context), lastServed);
            if (announce) {
                session.announce();
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
        this.mailbox = mailbox;
        this.certain = certain;
        this.writer = writer;
        this.takeover = takeover;
        this.lastServed = lastServed == null ? takeover.lastStored() : lastServed;
        this.lastAnswer = this.lastServed;
        this.group = new GroupCommit(context, writer, takeover);
        this.retry = context.retryPolicy();
        this.report = new TroubleReport(context, group::add);
        this.pendingCounts = new PendingCounts(context, mailbox);
        setTokens(context.tokens().get());
    }

    /** Publishes who owns the shard now, for each of its bots that somebody else owned before. */
    private void announce() {
        Instant now = context.clock().instant();
        takeover.checkpoints().forEach((botId, checkpoint) -> {
            if (!checkpoint.owner().equals(context.instance())) {
                group.add(new IngestEvent.OwnerChanged(
                        botId,
                        now,
                        context.instance(),
                        context.shard(),
                        takeover.epoch(),
                        Optional.of(checkpoint.owner())));
            }
            if (!bots.containsKey(botId)) {
                log.warn("bot {}: it has a checkpoint here, but this instance has no token for it", botId);
                group.add(new IngestEvent.AuthFailed(botId, now, context.instance(), OptionalInt.empty()));
            }
        });
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
                apply(done.bot(), decision);
            }
        } else if (message instanceof ShardMessage.PendingCount count) {
            pendingCounts.onAnswer(count);
        } else if (message instanceof ShardMessage.TokensChanged) {
            setTokens(context.tokens().get());
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
        for (BotLoop bot = timers.pollDue(nowNanos); bot != null; bot = timers.pollDue(nowNanos)) {
            ask(bot);
        }
        return timers.nextDueNanos(pendingCounts.fire(nowNanos, bots));
    }

    /** Writes what is in hand. Only after the commit do the next polls leave (R32). */
    void commit() throws WriteFailure {
        for (GroupCommit.Stored stored : group.commit()) {
            settle(stored);
        }
    }

    /** Stops polling and writes what is in hand; for a shard that is given up in good order. */
    void finish() throws WriteFailure {
        bots.values().forEach(BotLoop::cancelCall);
        group.commit();
    }

    /** Ends all calls, gives back what is held and closes the producer; an open transaction is aborted by that. */
    @Override
    public void close() {
        bots.values().forEach(this::release);
        bots.clear();
        group.discard();
        context.metrics().withoutToken(-withoutToken);
        writer.close();
    }

    /** The position in the shard's partition up to which everything is known here; for the group's committed offset. */
    long endOffset() {
        return group.endOffset();
    }

    /** When Telegram last answered a poll of any bot here. */
    @Nullable
    Instant lastAnswer() {
        return lastAnswer;
    }

    int bots() {
        return bots.size();
    }

    private boolean isCurrent(BotLoop bot, long call) {
        return bots.get(bot.botId) == bot && bot.callNumber == call;
    }

    private void onPoll(BotLoop bot, PollResult result) {
        bot.call = null;
        context.metrics().poll(result);
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
        apply(bot, decision);
    }

    private void settle(GroupCommit.Stored stored) {
        BotLoop bot = stored.bot();
        BatchPlan plan = stored.plan();
        Instant received = stored.result().receivedAt();
        context.metrics()
                .stored(
                        bot.botId,
                        plan,
                        Duration.between(received, context.clock().instant()));
        plan.events().forEach(event -> log.info("bot {}: {}", bot.botId, event));
        progress.put(bot.botId, plan.next());
        BotLoop current = bots.get(bot.botId);
        if (current != null) {
            // Not the same object when the token was changed while the batch waited; its first poll has not left yet.
            current.progress = plan.next();
        }
        if (current == bot) {
            answered(bot, received);
            apply(bot, retry.afterBatch(bot.standing, plan));
        }
    }

    private void answered(BotLoop bot, Instant at) {
        report.answered(bot);
        bot.lastContact = at;
        lastAnswer = at;
    }

    private void apply(BotLoop bot, RetryDecision decision) {
        context.metrics().left(bot.standing.state());
        bot.standing = decision.next();
        context.metrics().entered(bot.standing.state());
        bot.ask = decision.ask();
        if (decision.delay().isZero()) {
            ask(bot);
        } else {
            timers.set(bot, System.nanoTime() + decision.delay().toNanos());
        }
    }

    private void ask(BotLoop bot) {
        if (!certain.getAsBoolean()) {
            throw new LostCertainty("stood still, so the group is asked again before the next poll");
        }
        long call = ++bot.callNumber;
        bot.call = switch (bot.ask) {
            case POLL -> {
                bot.offsetSent = bot.progress.nextOffset();
                yield context.api()
                        .getUpdates(
                                bot.token,
                                new PollRequest(
                                        bot.offsetSent,
                                        context.settings().limit(),
                                        context.settings().pollTimeout()),
                                result -> mailbox.put(new ShardMessage.PollDone(bot, call, result)));
            }
            case WEBHOOK_INFO ->
                context.api()
                        .getWebhookInfo(
                                bot.token, result -> mailbox.put(new ShardMessage.WebhookDone(bot, call, result)));
            case DELETE_WEBHOOK ->
                context.api()
                        .deleteWebhook(
                                bot.token, result -> mailbox.put(new ShardMessage.WebhookDone(bot, call, result)));
        };
    }

    private void setTokens(Map<Long, Secret> all) {
        if (all == tokens) {
            return; // one change of many bots comes as many messages
        }
        tokens = all;
        bots.values().removeIf(bot -> {
            boolean gone = !tokens.containsKey(bot.botId);
            if (gone) {
                log.info("bot {}: its token is gone, so it is released; its checkpoint stays", bot.botId);
                release(bot);
            }
            return gone;
        });
        int added = 0;
        for (Map.Entry<Long, Secret> entry : tokens.entrySet()) {
            if (Partitions.forBot(entry.getKey(), context.shards()) == context.shard()) {
                added += setToken(entry.getKey(), entry.getValue(), FIRST_POLL_SPACING.multipliedBy(added)) ? 1 : 0;
            }
        }
        int without = Math.toIntExact(takeover.checkpoints().keySet().stream()
                .filter(botId -> !bots.containsKey(botId))
                .count());
        context.metrics().withoutToken(without - withoutToken);
        withoutToken = without;
    }

    /** True when the bot is new. */
    private boolean setToken(long botId, Secret token, Duration firstPoll) {
        BotLoop known = bots.get(botId);
        if (known == null) {
            add(botId, token, firstPoll);
            return true;
        }
        if (!known.token.equals(token)) {
            log.info("bot {}: its token has changed", botId);
            release(known);
            add(botId, token, RetryPolicy.SHORTEST);
        }
        return false;
    }

    private void add(long botId, Secret token, Duration firstPoll) {
        BotLoop bot = new BotLoop(botId, token, progress.getOrDefault(botId, takeover.progressOf(botId)), lastServed);
        bots.put(botId, bot);
        context.metrics().entered(bot.standing.state());
        timers.set(bot, System.nanoTime() + firstPoll.toNanos());
    }

    /** Ends the bot's call. A batch of it that waits for the commit is still stored: it came while the bot was ours. */
    private void release(BotLoop bot) {
        bot.cancelCall();
        timers.clear(bot);
        context.metrics().left(bot.standing.state());
    }
}
