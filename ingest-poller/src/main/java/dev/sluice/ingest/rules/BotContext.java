package dev.sluice.ingest.rules;

/**
 * Whose batch it is, as events say it.
 *
 * @param botId the number before the colon of the token
 * @param instance this process
 */
public record BotContext(long botId, String instance) {}
