package dev.sluice.ingest.shard;

/**
 * Where the owner of one shard stands.
 *
 * <pre>
 *                    ┌────────── failed ──────────┐
 *                    │                            ▼
 *   assigned ─▶ TAKING_OVER ──── ok ──▶ SERVING ─ doubt ─▶ UNCONFIRMED
 *                    ▲                                       │
 *                    └──── the group confirms us ────────────┘
 *
 *   any ── revoked, lost or shutting down ──▶ STOPPED
 *   any ── a fault no retry can mend ───────▶ FAILED
 * </pre>
 *
 * A producer is made only in TAKING_OVER, and TAKING_OVER is entered only with a confirmation by the group that is newer
 * than the last doubt. Two owners that re-initialise in turn would otherwise fence each other for ever.
 */
public enum ShardState {
    TAKING_OVER,
    SERVING,
    UNCONFIRMED,
    STOPPED,
    FAILED
}
