package dev.sluice.ingest.rules;

/**
 * What a bot's loop is doing. Exactly one request of a bot is under way, or one pause runs.
 *
 * <pre>
 *                      batch, empty answer
 *                          ┌───────┐
 *                          ▼       │
 *   start ──────────────▶ POLLING ─┘ ◀──────────── batch or empty answer, from every state
 *                          │
 *      ┌───────────────────┼──────────────────┬───────────────────┐
 *      │ 5xx, 429, network,│ 409              │ 401, 404, 421,    │
 *      │ unreadable,       │                  │ "Logged out"      │
 *      │ same answer twice │                  │                   │
 *      ▼                   ▼                  ▼                   │
 *   BACKOFF             CONFLICT ─────────▶ PARKED                │
 *   wait, poll          getWebhookInfo,     probe every           │
 *                       wait ≥ 3 s, poll    auth-probe            │
 *                          │    ▲                                 │
 *              webhook set │    │ 409 again                       │
 *                          ▼    │                                 │
 *                       WEBHOOK ┘ ask again slowly; poll when it is gone
 * </pre>
 *
 * From BACKOFF every answer leads where it leads from POLLING. A parked bot stays parked until an answer shows that its token
 * is accepted: data, an empty answer or a 409.
 */
public enum BotState {
    /** All is well. */
    POLLING,
    /** The API is down, answers nonsense, asked for a pause, or repeats itself. */
    BACKOFF,
    /** Somebody else polls this bot, or a webhook is set: not known yet which. */
    CONFLICT,
    /** A webhook is set, so polling is refused; it is left alone, unless a setting says otherwise (R13). */
    WEBHOOK,
    /** The token is not accepted. */
    PARKED
}
