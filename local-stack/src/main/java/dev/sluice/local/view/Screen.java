package dev.sluice.local.view;

import static dev.sluice.local.view.Table.Column.left;
import static dev.sluice.local.view.Table.Column.right;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Draws a {@link Picture} as lines of text for a terminal of a given size: totals, one line per bot, the newest updates.
 * Bots get at most half of the height, updates what is left. Pure; the lines hold no control codes.
 */
final class Screen {
    private static final DateTimeFormatter TO_THE_SECOND = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter TO_THE_MILLISECOND =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);

    /** From this width on, times get milliseconds and the longest kind fits. */
    private static final int WIDE = 107;

    private static final int MAX_NOTICES = 3;
    private static final int SMALLEST_HEIGHT = 12;

    private final String places;
    private final ZoneId zone;

    /** @param places where the API, Kafka and the metrics are, in one line */
    Screen(String places, ZoneId zone) {
        this.places = places;
        this.zone = zone;
    }

    /** At most {@code height} lines of at most {@code width} characters. */
    List<String> draw(Picture picture, int width, int height) {
        int rows = Math.max(height, SMALLEST_HEIGHT);
        List<String> lines = new ArrayList<>();
        lines.add(totals(picture));
        lines.add(places);
        lines.add("");
        addBots(lines, picture, width, (rows - lines.size()) / 2);
        addNotices(lines, picture);
        lines.add("");
        Table updates = updates(width);
        lines.add(updates.heading());
        for (StoredUpdate update : picture.latest()) {
            if (lines.size() >= rows) {
                break;
            }
            lines.add(row(updates, update, width));
        }
        return lines.stream().limit(rows).map(line -> Table.cut(line, width)).toList();
    }

    private static String totals(Picture p) {
        String stored = p.generated() > 0
                ? String.format(Locale.ROOT, "stored %,d of %,d", p.stored(), p.generated())
                : String.format(Locale.ROOT, "stored %,d", p.stored());
        return String.format(
                Locale.ROOT,
                "sluice  %s  %,.1f/s  %s  delay p50 %,d p99 %,d ms",
                clock(p.running()),
                p.ratePerSecond(),
                stored,
                p.delayP50Ms(),
                p.delayP99Ms());
    }

    private static void addBots(List<String> lines, Picture picture, int width, int most) {
        Table table = new Table(
                List.of(
                        left("BOT", 10),
                        right("RECEIVED", 10),
                        right("PENDING", 8),
                        right("LAST ID", 10),
                        right("NEXT OFFSET", 11),
                        right("SHARD", 5),
                        left("STATE", 10)),
                width);
        lines.add(table.heading());
        boolean all = picture.bots().size() < most;
        int shown = all ? picture.bots().size() : most - 2;
        for (BotLine bot : picture.bots().subList(0, shown)) {
            lines.add(table.row(
                    bot.botId(),
                    String.format(Locale.ROOT, "%,d", bot.received()),
                    Cells.of(bot.pending()),
                    Cells.of(bot.lastUpdateId()),
                    Cells.of(bot.nextOffset()),
                    bot.shard(),
                    bot.state()));
        }
        if (!all) {
            lines.add("… and " + (picture.bots().size() - shown) + " more bots");
        }
    }

    private void addNotices(List<String> lines, Picture picture) {
        if (picture.notices().isEmpty()) {
            return;
        }
        lines.add("");
        picture.notices().stream()
                .limit(MAX_NOTICES)
                .map(notice -> TO_THE_SECOND.format(notice.at().atZone(zone)) + "  " + notice.text())
                .forEach(lines::add);
    }

    private static Table updates(int width) {
        boolean wide = width >= WIDE;
        return new Table(
                List.of(
                        left("TIME", wide ? 12 : 8),
                        left("BOT", 10),
                        right("UPDATE ID", 10),
                        left("KIND", wide ? 25 : 13),
                        right("CHAT", wide ? 17 : 14),
                        right("PART", 4),
                        right("OFFSET", 7),
                        right("DELAY", 7)),
                width);
    }

    private String row(Table table, StoredUpdate u, int width) {
        return table.row(
                time(u.seenAt(), width >= WIDE),
                u.botId(),
                u.updateId(),
                u.kind(),
                Cells.of(u.chatId()),
                u.partition(),
                u.offset(),
                Cells.delay(u.delayMs()));
    }

    private String time(Instant at, boolean milliseconds) {
        return (milliseconds ? TO_THE_MILLISECOND : TO_THE_SECOND).format(at.atZone(zone));
    }

    private static String clock(Duration d) {
        return String.format(Locale.ROOT, "%02d:%02d:%02d", d.toHours(), d.toMinutesPart(), d.toSecondsPart());
    }
}
