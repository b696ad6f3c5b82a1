package dev.sluice.local.view;

import java.time.Duration;
import java.util.List;

/**
 * Everything the live view shows at one moment.
 *
 * @param ratePerSecond stored updates per second, over the last few seconds
 * @param generated updates that arrived at the simulated API; 0 against the real one
 * @param notices the newest ingest events, newest first
 * @param latest the newest updates, newest first
 */
record Picture(
        Duration running,
        double ratePerSecond,
        long generated,
        long stored,
        long delayP50Ms,
        long delayP99Ms,
        List<BotLine> bots,
        List<Notice> notices,
        List<StoredUpdate> latest) {}
