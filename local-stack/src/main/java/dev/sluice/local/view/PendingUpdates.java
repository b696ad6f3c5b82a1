package dev.sluice.local.view;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** What waits at the Bot API, out of the poller's metrics: against the real one nobody else knows. */
final class PendingUpdates {
    private static final Pattern PENDING =
            Pattern.compile("(?m)^sluice_ingest_pending_updates\\{bot_id=\"(\\d+)\"\\} (\\S+)");

    private PendingUpdates() {}

    /** Updates by bot. */
    static Map<Long, Integer> byBot(String metrics) {
        Map<Long, Integer> pending = new TreeMap<>();
        PENDING.matcher(metrics)
                .results()
                .forEach(line -> pending.put(Long.parseLong(line.group(1)), (int) Double.parseDouble(line.group(2))));
        return pending;
    }
}
