package dev.sluice.ingest.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.ingest.rules.RetryDecision.Ask;
import dev.sluice.ingest.telegram.BodyBudget;
import dev.sluice.ingest.telegram.PollResult;
import dev.sluice.ingest.telegram.UpdateBatch;
import dev.sluice.ingest.telegram.WebhookResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RetryPolicyTest {
    private static final Duration PROBE = Duration.ofMinutes(5);
    private static final RetrySettings SETTINGS = new RetrySettings(Duration.ofSeconds(50), PROBE, false);
    private static final PollResult CONFLICT = new PollResult.Conflict("terminated by other getUpdates request");
    private static final WebhookResult NO_WEBHOOK = new WebhookResult.Info(false, "", OptionalInt.of(0));
    private static final WebhookResult WEBHOOK = new WebhookResult.Info(true, "hooks.example", OptionalInt.of(0));

    private final RetryPolicy policy = new RetryPolicy(SETTINGS, () -> 0);

    static List<PollResult.Failure> outages() {
        return List.of(
                new PollResult.ServerError(502, ""), new PollResult.Unreachable(""), new PollResult.Unreadable(""));
    }

    @ParameterizedTest
    @MethodSource("outages")
    @Tag("E4")
    @Tag("A19")
    void backsOffFurtherAndFurtherAndNeverGivesUp(PollResult.Failure failure) {
        List<Long> seconds =
                delays(failure, 10).stream().map(Duration::toSeconds).toList();

        assertEquals(List.of(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L, 60L, 60L), seconds);
        assertEquals(Duration.ofSeconds(60), delays(failure, 5_000).get(4_999));
    }

    @Test
    void addsJitterUpwardsOnly() {
        RetryPolicy most = new RetryPolicy(SETTINGS, () -> 0.999999);
        PollResult failure = new PollResult.Unreachable("");

        Duration delay = most.after(BotStanding.START, failure).delay();

        assertTrue(delay.compareTo(Duration.ofSeconds(1)) > 0 && delay.compareTo(Duration.ofMillis(1250)) <= 0);
        Duration parked =
                most.after(BotStanding.START, new PollResult.Unauthorized(401)).delay();
        assertTrue(parked.compareTo(PROBE) > 0 && parked.compareTo(PROBE.plusSeconds(10)) <= 0);
    }

    @Test
    void beginsAnewAfterAnAnswer() {
        PollResult failure = new PollResult.Unreachable("");
        BotStanding down = policy.after(policy.after(BotStanding.START, failure).next(), failure)
                .next();
        assertEquals(new BotStanding(BotState.BACKOFF, 2), down);

        BotStanding up =
                policy.after(down, new PollResult.Empty(Duration.ofSeconds(50))).next();

        assertEquals(BotStanding.START, up);
    }

    @Test
    @Tag("R69")
    @Tag("R73")
    void waitsAsLongAsItIsTold() {
        assertEquals(Duration.ofDays(14), flood(OptionalLong.of(1209600)));
        assertEquals(Duration.ofSeconds(5), flood(OptionalLong.of(5)));
        assertEquals(RetryPolicy.SHORTEST, flood(OptionalLong.of(0)));
        assertEquals(Duration.ofDays(365), flood(OptionalLong.of(Long.MAX_VALUE)));
    }

    @Test
    @Tag("R86")
    void waitsForAWhileWhenItIsNotTold() {
        List<Long> seconds = delays(new PollResult.Flood(OptionalLong.empty()), 5).stream()
                .map(Duration::toSeconds)
                .toList();

        assertEquals(List.of(10L, 20L, 40L, 60L, 60L), seconds);
    }

    @Test
    @Tag("A18")
    void parksABotWhoseTokenIsRefused() {
        // Given
        RetryDecision parked = policy.after(BotStanding.START, new PollResult.Unauthorized(401));
        assertEquals(new RetryDecision(new BotStanding(BotState.PARKED, 1), PROBE, Ask.POLL), parked);

        // Then only an accepted token unparks it
        assertEquals(
                new RetryDecision(new BotStanding(BotState.PARKED, 2), PROBE, Ask.POLL),
                policy.after(parked.next(), new PollResult.ServerError(504, "")));
        assertEquals(
                Duration.ofHours(1),
                policy.after(parked.next(), new PollResult.Flood(OptionalLong.of(3600)))
                        .delay());
        assertEquals(
                BotState.CONFLICT, policy.after(parked.next(), CONFLICT).next().state());
        assertEquals(
                BotState.POLLING,
                policy.after(parked.next(), new PollResult.Empty(Duration.ofSeconds(50)))
                        .next()
                        .state());
    }

    @Test
    @Tag("A13")
    @Tag("A17")
    void asksWhyAfterAConflictAndBacksOffModestly() {
        BotStanding standing = BotStanding.START;
        List<Long> delaysMs = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            RetryDecision question = policy.after(standing, CONFLICT);
            assertEquals(Ask.WEBHOOK_INFO, question.ask());
            RetryDecision pause = policy.afterWebhook(question.next(), NO_WEBHOOK);
            assertEquals(Ask.POLL, pause.ask());
            assertEquals(new BotStanding(BotState.CONFLICT, i + 1), pause.next());
            delaysMs.add(pause.delay().toMillis());
            standing = pause.next();
        }

        assertEquals(List.of(3000L, 4500L, 6750L, 10125L, 15000L, 15000L, 15000L), delaysMs);
    }

    @Test
    void backsOffFromAConflictThatCannotBeExplained() {
        BotStanding conflict = policy.after(BotStanding.START, CONFLICT).next();

        RetryDecision down = policy.afterWebhook(conflict, new WebhookResult.Failed(new PollResult.Unreachable("")));
        RetryDecision flood =
                policy.afterWebhook(conflict, new WebhookResult.Failed(new PollResult.Flood(OptionalLong.of(40))));
        RetryDecision refused =
                policy.afterWebhook(conflict, new WebhookResult.Failed(new PollResult.Unauthorized(401)));

        assertEquals(new RetryDecision(conflict, Duration.ofSeconds(3), Ask.POLL), down);
        assertEquals(Duration.ofSeconds(40), flood.delay());
        assertEquals(BotState.PARKED, refused.next().state());
    }

    @Test
    @Tag("R13")
    void leavesAWebhookAloneAndAsksAgain() {
        // Given
        BotStanding conflict = policy.after(BotStanding.START, CONFLICT).next();

        // When
        RetryDecision waiting = policy.afterWebhook(conflict, WEBHOOK);

        // Then it is not polled through until the webhook is gone
        assertEquals(
                new RetryDecision(new BotStanding(BotState.WEBHOOK, 1), Duration.ofSeconds(30), Ask.WEBHOOK_INFO),
                waiting);
        assertEquals(
                Ask.WEBHOOK_INFO,
                policy.afterWebhook(waiting.next(), new WebhookResult.Failed(new PollResult.Unreachable("")))
                        .ask());
        assertEquals(
                new RetryDecision(waiting.next(), Duration.ZERO, Ask.POLL),
                policy.afterWebhook(waiting.next(), NO_WEBHOOK));
    }

    @Test
    void deletesAWebhookOnlyWhenTold() {
        RetryPolicy deleting = new RetryPolicy(new RetrySettings(Duration.ofSeconds(50), PROBE, true), () -> 0);
        BotStanding conflict = deleting.after(BotStanding.START, CONFLICT).next();

        RetryDecision delete = deleting.afterWebhook(conflict, WEBHOOK);
        RetryDecision poll = deleting.afterWebhook(delete.next(), new WebhookResult.Deleted());

        assertEquals(Ask.DELETE_WEBHOOK, delete.ask());
        assertTrue(delete.delay().compareTo(Duration.ofSeconds(3)) >= 0);
        assertEquals(new RetryDecision(delete.next(), Duration.ZERO, Ask.POLL), poll);
    }

    @Test
    @Tag("A22")
    void doesNotHurryAfterEmptyAnswers() {
        // Given a server that answers at once, as one that shuts down
        PollResult early = new PollResult.Empty(Duration.ofMillis(10));
        BotStanding standing = BotStanding.START;
        List<Long> periods = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            RetryDecision decision = policy.after(standing, early);
            assertEquals(BotState.POLLING, decision.next().state());
            periods.add(decision.delay().toMillis() + 10);
            standing = decision.next();
        }

        assertEquals(List.of(500L, 1000L, 2000L, 3000L, 3000L, 3000L), periods);
    }

    @Test
    void pollsOnAtOnceAfterAFullWait() {
        assertEquals(
                new RetryDecision(BotStanding.START, Duration.ZERO, Ask.POLL),
                policy.after(BotStanding.START, new PollResult.Empty(Duration.ofSeconds(50))));
    }

    @Test
    void knowsThatShortPollsAreAnsweredEarly() {
        RetryPolicy shortPolls = new RetryPolicy(new RetrySettings(Duration.ZERO, PROBE, false), () -> 0);

        RetryDecision decision = shortPolls.after(BotStanding.START, new PollResult.Empty(Duration.ofMillis(20)));

        assertEquals(new RetryDecision(BotStanding.START, Duration.ofMillis(480), Ask.POLL), decision);
    }

    @Test
    @Tag("A2")
    void pausesBetweenBatchesOnlyWhenTheyBringNothing() {
        UpdateBatch batch = Batches.ids(1, 2);
        BatchPlan progress = Batches.plan(BotProgress.none(), batch);
        BatchPlan stuck = Batches.plan(progress.next(), batch, Set.of(1, 2));
        BatchPlan replayed = Batches.plan(Batches.after(Batches.ids(1, 2, 3)), batch, Set.of(1, 2));

        RetryDecision first = policy.afterBatch(BotStanding.START, stuck);
        RetryDecision second = policy.afterBatch(first.next(), stuck);

        assertEquals(
                Duration.ZERO, policy.afterBatch(BotStanding.START, progress).delay());
        assertEquals(
                RetryPolicy.AFTER_DUPLICATES,
                policy.afterBatch(BotStanding.START, replayed).delay());
        assertEquals(Duration.ofSeconds(3), first.delay());
        assertEquals(Duration.ofMillis(4500), second.delay());
    }

    @Test
    void leavesABotWhereItIsWhenItsCallIsCancelled() {
        BotStanding parked = new BotStanding(BotState.PARKED, 3);

        assertEquals(
                new RetryDecision(parked, RetryPolicy.SHORTEST, Ask.POLL),
                policy.after(parked, new PollResult.Cancelled()));
    }

    @Test
    void wantsAPlanForABatch() {
        PollResult batch = new PollResult.Batch(Batches.ids(1), Instant.EPOCH, Duration.ZERO, BodyBudget.Lease.NONE);

        assertThrows(IllegalArgumentException.class, () -> policy.after(BotStanding.START, batch));
    }

    private Duration flood(OptionalLong retryAfter) {
        return policy.after(BotStanding.START, new PollResult.Flood(retryAfter)).delay();
    }

    private List<Duration> delays(PollResult failure, int times) {
        List<Duration> delays = new ArrayList<>();
        BotStanding standing = BotStanding.START;
        for (int i = 0; i < times; i++) {
            RetryDecision decision = policy.after(standing, failure);
            assertEquals(BotState.BACKOFF, decision.next().state());
            assertEquals(Ask.POLL, decision.ask());
            delays.add(decision.delay());
            standing = decision.next();
        }
        return delays;
    }
}
