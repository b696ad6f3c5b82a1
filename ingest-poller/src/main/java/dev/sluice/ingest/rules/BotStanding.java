package dev.sluice.ingest.rules;

/**
 * Where a bot stands between two answers.
 *
 * @param state what it is doing
 * @param count answers in a row that kept it there; in {@link BotState#POLLING}, empty answers in a row that came early
 */
public record BotStanding(BotState state, int count) {

    /** Of a bot that has had no answer yet. */
    public static final BotStanding START = new BotStanding(BotState.POLLING, 0);

    /** One more answer that leads to {@code to}. */
    BotStanding counted(BotState to) {
        // stops long before it could overflow; no pause grows that long
        return new BotStanding(to, state == to ? Math.min(count + 1, 1_000_000) : 1);
    }
}
