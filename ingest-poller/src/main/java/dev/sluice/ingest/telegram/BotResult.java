package dev.sluice.ingest.telegram;

/** What came of getMe. */
public sealed interface BotResult {

    /**
     * The answer to getMe.
     *
     * @param botId the id Telegram knows the bot by: the number before the colon of its token
     * @param username without the {@code @}; empty when the answer has none
     */
    record Bot(long botId, String username) implements BotResult {}

    /** No usable answer. */
    record Failed(PollResult.Failure failure) implements BotResult {}
}
