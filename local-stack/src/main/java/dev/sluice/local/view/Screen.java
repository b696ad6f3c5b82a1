package dev.sluice.local.view;

import static dev.sluice.local.view.Table.Column.left;
import static dev.sluice.local.view.Table.Column.right;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Draws a {@link Picture} as lines of text for a terminal of a given size: totals, one line per bot, the newest updates and
 * outcomes. Bots get at most half of the height, the newest what is left. Pure; the lines hold no control codes.
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
        lines.addAll(Totals.lines(picture));
        lines.add(places);
        lines.add("");
        addBots(lines, picture, width, (rows - lines.size()) / 2);
        addNotices(lines, picture);
        lines.add("");
        Table latest = latest(width);
        lines.add(latest.heading());
        for (Row row : picture.latest()) {
            if (lines.size() >= rows) {
                break;
            }
            lines.add(cells(latest, row, width));
        }
        return lines.stream().limit(rows).map(line -> Table.cut(line, width)).toList();
    }

    private static void addBots(List<String> lines, Picture picture, int width, int most) {
        Table table = new Table(
                List.of(
                        left("BOT", 10),
                        right("RECEIVED", 10),
                        right("PENDING", 8),
                        right("NEXT OFFSET", 11),
                        right("SHARD", 5),
                        right("SENT", 8),
                        right("WAITING", 7),
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
                    Cells.of(bot.nextOffset()),
                    bot.shard(),
                    Cells.of(bot.sent()),
                    Cells.of(bot.waiting()),
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

    private static Table latest(int width) {
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

    private String cells(Table table, Row r, int width) {
        return table.row(
                time(r.at(), width >= WIDE), r.bot(), r.id(), r.what(), r.chat(), r.partition(), r.place(), r.delay());
    }

    private String time(Instant at, boolean milliseconds) {
        return (milliseconds ? TO_THE_MILLISECOND : TO_THE_SECOND).format(at.atZone(zone));
    }
}
