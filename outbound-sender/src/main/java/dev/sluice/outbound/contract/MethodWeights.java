package dev.sluice.outbound.contract;

import dev.sluice.model.Params;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * What a call of a Bot API method takes of the windows that count items: {@code sluice.outbound.method-weights.<method>}, an
 * integer or {@code items}. The server counts each message of an album, and of a forward or copy of several (TELEGRAM 4).
 * Immutable.
 */
public final class MethodWeights {

    /** As many as the call sends: the length of {@code media}, or of {@code message_ids}. */
    private static final int ITEMS = -1;

    /**
     * The Bot API refuses longer lists. Without a bound, one such request would keep its chat's windows taken for days.
     */
    private static final int MAX_WEIGHT = 100;

    private static final Pattern METHOD = Pattern.compile("[A-Za-z]+");

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,3}");

    /** Albums, forwards and copies by their items, everything else 1. */
    public static final MethodWeights DEFAULT = with(Map.of());

    private final Map<String, Integer> weights;

    private MethodWeights(Map<String, Integer> weights) {
        this.weights = weights;
    }

    /**
     * The defaults with these on top.
     *
     * @param settings method, in any case, to {@code items} or an integer from 0 to 100
     * @throws IllegalArgumentException when one is neither; the message names the method and says what is wanted
     */
    public static MethodWeights with(Map<String, String> settings) {
        Map<String, Integer> weights =
                new HashMap<>(Map.of("sendmediagroup", ITEMS, "forwardmessages", ITEMS, "copymessages", ITEMS));
        settings.forEach((method, value) -> {
            if (!METHOD.matcher(method).matches()) {
                throw new IllegalArgumentException(method + ": is no method of the Bot API, which are letters only");
            }
            weights.put(TelegramMethods.lower(method), parse(method, value));
        });
        return new MethodWeights(weights);
    }

    /** The weight of one call, 0 or more. */
    int of(String method, Params params) {
        int weight = weights.getOrDefault(TelegramMethods.lower(method), 1);
        return weight == ITEMS ? items(params) : weight;
    }

    /** What has no list that can be counted is one call, and most likely refused. */
    private static int items(Params params) {
        OptionalInt media = ParamValues.length(params, "media");
        int count = media.isPresent()
                ? media.getAsInt()
                : ParamValues.length(params, "message_ids").orElse(1);
        return Math.max(1, Math.min(MAX_WEIGHT, count));
    }

    private static int parse(String method, String value) {
        String text = value.strip().toLowerCase(Locale.ROOT);
        if (text.equals("items")) {
            return ITEMS;
        }
        if (!NUMBER.matcher(text).matches() || Integer.parseInt(text) > MAX_WEIGHT) {
            throw new IllegalArgumentException(method + ": wants an integer from 0 to " + MAX_WEIGHT + ", or items");
        }
        return Integer.parseInt(text);
    }
}
