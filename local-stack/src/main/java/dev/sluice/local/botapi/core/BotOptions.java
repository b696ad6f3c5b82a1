package dev.sluice.local.botapi.core;

/**
 * What all bots of one simulated server share.
 *
 * @param serverStartNanos monotonic time at which the server started
 * @param webhookChangeNanos how long setWebhook and deleteWebhook take
 */
public record BotOptions(long serverStartNanos, long webhookChangeNanos) {}
