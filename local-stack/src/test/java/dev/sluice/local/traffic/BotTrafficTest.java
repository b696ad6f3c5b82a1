package dev.sluice.local.traffic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.local.botapi.core.UpdateKind;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class BotTrafficTest {

    private static final Pattern MARK = Pattern.compile("\\[(-?\\d+)/(\\d+)\\]");
    private static final long NOW_MS = 1_790_000_000_000L;

    @Test
    void everyUpdateIsAnObjectWithItsIdAndItsKind() {
        BotTraffic traffic = new BotTraffic(110001, 1);
        for (int n = 0; n < 5000; n++) {
            GeneratedUpdate update = traffic.next(NOW_MS + n * 50L);

            JsonNode element = JsonMapper.shared().readTree(update.bytes().element(4711));

            assertEquals(4711, element.path("update_id").asInt());
            assertTrue(element.has(update.kind()), update.kind());
            assertEquals(2, element.size());
        }
    }

    @Test
    void everyDocumentedKindOccursAndSomeUnknown() {
        Set<String> kinds = new HashSet<>();
        BotTraffic traffic = new BotTraffic(110001, 1);
        for (int n = 0; n < 20_000; n++) {
            kinds.add(traffic.next(NOW_MS).kind());
        }

        for (UpdateKind kind : EnumSet.complementOf(EnumSet.of(UpdateKind.CUSTOM_EVENT, UpdateKind.CUSTOM_QUERY))) {
            assertTrue(kinds.remove(kind.text()), kind.text());
        }
        assertEquals(Set.of("hologram_projected", "hologram_counted"), kinds);
    }

    @Test
    void theAverageIsAbout700Bytes() {
        BotTraffic traffic = new BotTraffic(110001, 1);
        long bytes = 0;
        for (int n = 0; n < 10_000; n++) {
            bytes += traffic.next(NOW_MS).bytes().element(1_000_000).length;
        }
        long average = bytes / 10_000;
        assertTrue(average >= 650 && average <= 750, average + " bytes");
    }

    @Test
    void marksOfOneChatAscendAndNoneIsUsedTwice() {
        BotTraffic traffic = new BotTraffic(110001, 1);
        Map<String, Integer> last = new HashMap<>();
        for (int n = 0; n < 5000; n++) {
            String text = new String(traffic.next(NOW_MS + n * 50L).bytes().element(1), UTF_8);
            Matcher mark = MARK.matcher(text);
            if (mark.find()) {
                int sequence = Integer.parseInt(mark.group(2));
                assertTrue(sequence > last.getOrDefault(mark.group(1), 0), text);
                last.put(mark.group(1), sequence);
            }
        }
        assertTrue(last.size() > 10, last.toString());
    }

    @Test
    void moreCirclesOfChatsMakeEachOneQuieter() {
        Map<String, Integer> few = updatesByChat(new BotTraffic(110001, 1));
        Map<String, Integer> many = updatesByChat(new BotTraffic(110001, 1, 5));

        assertEquals(17, few.size(), few.toString());
        assertEquals(85, many.size(), many.toString());
        // at 1.5 updates a second and circle the busiest has 8 in a minute, where 20 may be answered
        int busiest = many.values().stream().mapToInt(i -> i).max().orElse(0);
        double perMinute = busiest / 50_000.0 * 5 * 1.5 * 60;
        assertTrue(perMinute < 12, perMinute + " a minute");
    }

    private static Map<String, Integer> updatesByChat(BotTraffic traffic) {
        Pattern chat = Pattern.compile("\"(?:chat|voter_chat)\":\\{\"id\":(-?\\d+)");
        Map<String, Integer> counts = new HashMap<>();
        for (int n = 0; n < 50_000; n++) {
            Matcher found = chat.matcher(
                    new String(traffic.next(NOW_MS + n * 50L).bytes().element(1), UTF_8));
            if (found.find()) {
                counts.merge(found.group(1), 1, Integer::sum);
            }
        }
        return counts;
    }

    @Test
    void theSameSeedGivesTheSameUpdates() {
        BotTraffic one = new BotTraffic(110001, 9);
        BotTraffic two = new BotTraffic(110001, 9);
        BotTraffic other = new BotTraffic(110001, 10);
        int different = 0;
        for (int n = 0; n < 100; n++) {
            String text = new String(one.next(NOW_MS).bytes().element(1), UTF_8);
            assertEquals(text, new String(two.next(NOW_MS).bytes().element(1), UTF_8));
            different += text.equals(new String(other.next(NOW_MS).bytes().element(1), UTF_8)) ? 0 : 1;
        }
        assertTrue(different > 90);
    }

    @Test
    void albumSiblingsComeTogetherOrSecondsApart() {
        BotTraffic traffic = new BotTraffic(110001, 1);
        Map<String, Long> lastMs = new TreeMap<>();
        int together = 0;
        int apart = 0;
        Pattern group = Pattern.compile("\"media_group_id\":\"(\\d+)\"");
        for (int n = 0; n < 20_000; n++) {
            long now = NOW_MS + n * 50L;
            Matcher found = group.matcher(new String(traffic.next(now).bytes().element(1), UTF_8));
            if (found.find()) {
                Long before = lastMs.put(found.group(1), now);
                together += before != null && now - before < 2000 ? 1 : 0;
                apart += before != null && now - before >= 5000 && now - before < 14_000 ? 1 : 0;
            }
        }
        assertTrue(together > 50 && apart > 50, together + " together, " + apart + " apart");
    }

    @Test
    void oddNumbersOccur() {
        StringBuilder all = new StringBuilder();
        BotTraffic traffic = new BotTraffic(110001, 1);
        for (int n = 0; n < 3000; n++) {
            all.append(new String(traffic.next(NOW_MS).bytes().element(1), UTF_8));
        }
        for (String odd : new String[] {
            "9007199254740993",
            "-1001234567890123",
            "-123456789012345678901234567890",
            "1.7976931348623157e+400",
            "👩‍💻"
        }) {
            assertTrue(all.indexOf(odd) >= 0, odd);
        }
    }
}
