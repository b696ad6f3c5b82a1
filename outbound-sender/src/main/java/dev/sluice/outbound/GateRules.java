package dev.sluice.outbound;

import dev.sluice.model.InvalidRecordException;
import dev.sluice.model.Sender;
import dev.sluice.outbound.contract.MethodWeights;
import dev.sluice.outbound.gate.GateSettings;
import dev.sluice.outbound.gate.Limit;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.settings.Setting;
import dev.sluice.runtime.settings.Settings;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rules of each sender: those of the settings, and over them what is set for that sender alone. Immutable. */
final class GateRules implements Function<Sender, GateSettings> {
    private static final Pattern OVERRIDE = Pattern.compile("\"([^\"]+)\"\\.([a-z-]+)");
    private static final String PREFIX = "sluice.outbound.";

    private final GateSettings common;
    private final Map<Sender, GateSettings> own = new HashMap<>();

    /**
     * Reads them.
     *
     * @throws StartFailure (USAGE) naming the key that is wrong
     */
    GateRules(Settings settings) {
        common = rules(settings, Map.of());
        Map<Sender, Map<String, String>> overrides = new HashMap<>();
        settings.family(OutboundSettings.SENDERS).forEach((rest, text) -> {
            Matcher parts = OVERRIDE.matcher(rest);
            if (!parts.matches()) {
                throw new IllegalStateException("the family has matched it");
            }
            overrides
                    .computeIfAbsent(senderOf(settings, rest, parts.group(1)), sender -> new HashMap<>())
                    .put(check(settings, rest, parts.group(2), text), text);
        });
        overrides.forEach((sender, texts) -> own.put(sender, rules(settings, texts)));
    }

    @Override
    public GateSettings apply(Sender sender) {
        return own.getOrDefault(sender, common);
    }

    /** What calls of each method weigh. */
    static MethodWeights weights(Settings settings) {
        Map<String, String> set = settings.family(OutboundSettings.METHOD_WEIGHTS);
        set.forEach((method, text) -> {
            try {
                MethodWeights.with(Map.of(method, text));
            } catch (IllegalArgumentException e) {
                throw settings.refuse(OutboundSettings.METHOD_WEIGHTS, method, String.valueOf(e.getMessage()));
            }
        });
        return MethodWeights.with(set);
    }

    private static Sender senderOf(Settings settings, String rest, String text) {
        try {
            return Sender.parse(text);
        } catch (InvalidRecordException e) {
            throw settings.refuse(
                    OutboundSettings.SENDERS, rest, "names no sender; wants \"telegram:<bot_id>\" in its quotes");
        }
    }

    /** The key of the setting, which takes this text. */
    private static String check(Settings settings, String rest, String name, String text) {
        Setting<?> setting = OutboundSettings.PER_SENDER.stream()
                .filter(each -> each.key().equals(PREFIX + name))
                .findFirst()
                .orElseThrow(() -> settings.refuse(
                        OutboundSettings.SENDERS, rest, "is no setting of one sender; wants one of the gate's"));
        try {
            setting.parser().parse(text);
        } catch (RuntimeException e) {
            throw settings.refuse(
                    OutboundSettings.SENDERS, rest, "'" + text + "' is not accepted; wants " + setting.wants());
        }
        return setting.key();
    }

    private static GateSettings rules(Settings settings, Map<String, String> overrides) {
        Values values = new Values(settings, overrides);
        Duration floodPause = values.of(OutboundSettings.UNSPECIFIED_FLOOD_PAUSE);
        GateSettings defaults = GateSettings.DEFAULT;
        return new GateSettings(
                limit(values.of(OutboundSettings.BOT_LIMIT)),
                limit(values.of(OutboundSettings.CHAT_LIMIT)),
                limit(values.of(OutboundSettings.GROUP_LIMIT)),
                values.of(OutboundSettings.WINDOW_GUARD),
                values.of(OutboundSettings.FLOOD_SCOPE),
                values.of(OutboundSettings.BULK_SHARE),
                values.of(OutboundSettings.DEFAULT_EXPIRY),
                values.of(OutboundSettings.DEDUPE_WINDOW),
                settings.get(OutboundSettings.ATTEMPT_LEASE),
                settings.get(OutboundSettings.ATTEMPT_DEADLINE),
                settings.get(OutboundSettings.MAX_CALLS_PER_BOT),
                floodPause,
                defaults.unspecifiedFloodPauseMax(),
                defaults.notSentPause(),
                defaults.notSentPauseMax(),
                values.of(OutboundSettings.AUTH_PROBE),
                values.of(OutboundSettings.STRICT_ORDER));
    }

    private static Limit limit(dev.sluice.runtime.settings.Limit set) {
        return new Limit(set.count(), Math.max(1, set.window().toMillis()));
    }

    /** A setting's value, or the one that is set over it. */
    private record Values(Settings settings, Map<String, String> overrides) {
        <T> T of(Setting<T> setting) {
            String text = overrides.get(setting.key());
            return text == null ? settings.get(setting) : setting.parser().parse(text);
        }
    }
}
