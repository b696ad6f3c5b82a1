package dev.sluice.ingest.rules;

import java.time.Duration;

/**
 * Settings of {@link RetryPolicy}.
 *
 * @param pollTimeout of each long poll
 * @param authProbe how often a parked bot is tried
 * @param deleteWebhook whether a webhook that is in the way may be deleted
 */
public record RetrySettings(Duration pollTimeout, Duration authProbe, boolean deleteWebhook) {}
