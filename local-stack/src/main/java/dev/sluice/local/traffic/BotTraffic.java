package dev.sluice.local.traffic;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.local.botapi.core.UpdateBytes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * The made-up world of one bot: its chats, who speaks next and what comes of it. The same seed gives the same updates but
 * for their dates. Not thread-safe.
 */
public final class BotTraffic {

    private static final int PRIVATE_CHATS = 12;
    private static final int ALBUM_PERCENT = 2;
    private static final int ODD_ELEMENT_PERCENT = 2;
    private static final long ODD_USER = 9_007_199_254_740_993L;
    private static final long ODD_SUPERGROUP = -1_001_234_567_890_123L;

    private final long botId;
    private final Random random;
    private final List<Chat> chats = new ArrayList<>();
    private final PriorityQueue<AlbumItem> album = new PriorityQueue<>(Comparator.comparingLong(AlbumItem::dueMs));
    private int number;

    public BotTraffic(long botId, long seed) {
        this(botId, seed, 1);
    }

    /**
     * A larger world.
     *
     * @param circles how many circles of chats it has, each of 13 people, two supergroups, a group and a channel: more of
     *     them make each chat quieter
     */
    public BotTraffic(long botId, long seed, int circles) {
        this.botId = botId;
        this.random = new Random(seed * 1_000_003 + botId);
        for (int n = 0; n < PRIVATE_CHATS; n++) {
            chats.add(person());
        }
        chats.add(new Chat(ODD_USER, Chat.Type.PRIVATE, Person.name(ODD_USER)));
        chats.add(group());
        chats.add(new Chat(ODD_SUPERGROUP, Chat.Type.SUPERGROUP, title()));
        chats.add(supergroup());
        chats.add(channel());
        for (int circle = 1; circle < circles; circle++) {
            for (int n = 0; n <= PRIVATE_CHATS; n++) {
                chats.add(person());
            }
            chats.add(group());
            chats.add(supergroup());
            chats.add(supergroup());
            chats.add(channel());
        }
    }

    private Chat person() {
        long person = 200_000_000L + random.nextInt(2_000_000_000);
        return new Chat(person, Chat.Type.PRIVATE, Person.name(person));
    }

    private Chat group() {
        return new Chat(-100_000 - random.nextInt(900_000_000), Chat.Type.GROUP, title());
    }

    private Chat supergroup() {
        return new Chat(-1_001_000_000_000L - random.nextInt(2_000_000_000), Chat.Type.SUPERGROUP, title());
    }

    private Chat channel() {
        return new Chat(-1_002_000_000_000L - random.nextInt(2_000_000_000), Chat.Type.CHANNEL, title());
    }

    private String title() {
        return Words.TITLES.get(random.nextInt(Words.TITLES.size()));
    }

    /** The next update; {@code nowMs} is Unix time. Album siblings that are due go first. */
    public GeneratedUpdate next(long nowMs) {
        AlbumItem due = album.peek();
        if (due != null && due.dueMs <= nowMs) {
            album.remove();
            return albumItem(due, nowMs);
        }
        if (random.nextInt(100) < ALBUM_PERCENT) {
            return startAlbum(nowMs);
        }
        TrafficKind kind = TrafficKind.at(random.nextInt(TrafficKind.TOTAL_WEIGHT));
        Scene scene = scene(pick(kind.place), nowMs);
        String value = kind.shape.write(scene);
        OptionalLong date = kind.dated ? OptionalLong.of(scene.nowSeconds()) : OptionalLong.empty();
        boolean odd = random.nextInt(100) < ODD_ELEMENT_PERCENT;
        return new GeneratedUpdate(kind.field, odd ? oddElement(kind.field, value) : plain(kind.field, value), date);
    }

    /** Two to five photos; the siblings come at once or 5 to 11 s apart (cases A26). */
    private GeneratedUpdate startAlbum(long nowMs) {
        Chat chat = pick(TrafficKind.Place.ANY);
        String id = Long.toString(random.nextLong() >>> 1);
        boolean slow = random.nextBoolean();
        long due = nowMs;
        for (int siblings = 1 + random.nextInt(4); siblings > 0; siblings--) {
            due += slow ? 5_000 + random.nextInt(6_000) : 0;
            album.add(new AlbumItem(due, chat, id));
        }
        return albumItem(new AlbumItem(nowMs, chat, id), nowMs);
    }

    private GeneratedUpdate albumItem(AlbumItem item, long nowMs) {
        Scene scene = scene(item.chat, nowMs);
        String value = MessageShapes.albumItem(scene, item.mediaGroupId);
        return new GeneratedUpdate("message", plain("message", value), OptionalLong.of(scene.nowSeconds()));
    }

    private Scene scene(Chat chat, long nowMs) {
        String language = Words.LANGUAGES.get(random.nextInt(Words.LANGUAGES.size()));
        long user = chat.type() == Chat.Type.PRIVATE ? chat.id() : 300_000_000L + random.nextInt(50);
        return new Scene(botId, random, chat, user, ++number, chat.nextMark(), language, nowMs / 1000);
    }

    private Chat pick(TrafficKind.Place place) {
        while (true) {
            Chat chat = chats.get(random.nextInt(chats.size()));
            boolean fits = switch (place) {
                case ANY -> chat.type() != Chat.Type.CHANNEL;
                case PRIVATE -> chat.type() == Chat.Type.PRIVATE;
                case SUPERGROUP -> chat.type() == Chat.Type.SUPERGROUP;
                case CHANNEL -> chat.type() == Chat.Type.CHANNEL;
            };
            if (fits) {
                return chat;
            }
        }
    }

    private static UpdateBytes plain(String field, String value) {
        return UpdateBytes.fragment(("\"" + field + "\":" + value).getBytes(UTF_8));
    }

    /** The id behind its content, or white space where the server never puts any. */
    private UpdateBytes oddElement(String field, String value) {
        String id = UpdateBytes.PLACEHOLDER;
        String element = random.nextBoolean()
                ? "{\"" + field + "\":" + value + ",\"update_id\":" + id + "}"
                : "{ \"update_id\" : " + id + " ,\r\n\t\"" + field + "\" : " + value + " }";
        return UpdateBytes.element(element.getBytes(UTF_8));
    }

    private record AlbumItem(long dueMs, Chat chat, String mediaGroupId) {}
}
