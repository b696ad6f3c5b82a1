package dev.sluice.outbound.gate;

/** What rests after a 429: the answer does not say which limit was met (R100, R101). */
public enum FloodScope {
    /** The whole bot: the conservative start. */
    BOT,
    /** The chat; the bot too when another chat meets a 429 within 10 seconds. */
    CHAT_THEN_BOT
}
