package dev.sluice.local.view;

import dev.sluice.local.sends.SendResult;
import dev.sluice.model.ChatId;
import java.time.Instant;

/**
 * One thing that happened, as cells: an update that was stored, or what became of a request.
 *
 * @param bot its number
 * @param id of the update, or of the update that a request answers
 * @param what kind of update, or the request's outcome
 * @param place offset of the update; of a request the attempt
 * @param delay until the update was stored; of a request how long it took
 */
record Row(Instant at, String bot, String id, String what, String chat, String partition, String place, String delay) {

    static Row of(StoredUpdate u) {
        return new Row(
                u.seenAt(),
                Long.toString(u.botId()),
                Integer.toString(u.updateId()),
                u.kind(),
                Cells.of(u.chatId()),
                Integer.toString(u.partition()),
                Long.toString(u.offset()),
                Cells.delay(u.delayMs()));
    }

    static Row of(SendResult r) {
        String attempt = r.outcome().attempt() > 1 ? "try " + r.outcome().attempt() : "";
        return new Row(
                r.at(),
                r.outcome().sender().account(),
                updateId(r),
                r.text(),
                Cells.harmless(r.outcome().chatId().map(ChatId::text).orElse("")),
                "",
                attempt,
                Cells.delay(r.waitMs()));
    }

    /** Of what it answers; else the request's own id. */
    private static String updateId(SendResult r) {
        String cause = r.outcome().cause().orElse("");
        String bot = r.outcome().sender().account() + ":";
        return Cells.harmless(
                cause.startsWith(bot)
                        ? cause.substring(bot.length())
                        : r.outcome().requestId());
    }
}
