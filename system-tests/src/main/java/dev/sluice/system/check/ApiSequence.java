package dev.sluice.system.check;

import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the simulated API says of one bot within one sequence of update ids.
 *
 * @param botId the bot
 * @param pushed id → SHA-256 (hex) of the update's bytes
 * @param confirmed ids that the server has deleted because an offset above them was sent, whether or not they had been
 *     delivered before
 * @param gone ids that ended otherwise: too old, or the numbering came to its end
 * @param dropped ids that a negative offset or drop_pending_updates removed; a poller never does that
 */
record ApiSequence(long botId, SortedMap<Integer, String> pushed, IdSet confirmed, IdSet gone, IdSet dropped) {
    ApiSequence(long botId) {
        this(botId, new TreeMap<>(), new IdSet(), new IdSet(), new IdSet());
    }
}
