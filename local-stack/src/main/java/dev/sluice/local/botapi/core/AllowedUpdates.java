package dev.sluice.local.botapi.core;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The update types that a bot asked for, as a set that survives until another call changes it (TELEGRAM.md 1.8). */
public final class AllowedUpdates {

    /** Everything but chat_member, message_reaction and message_reaction_count (Client.h:1455-1459). */
    public static final Set<UpdateKind> DEFAULT = Set.copyOf(EnumSet.complementOf(
            EnumSet.of(UpdateKind.CHAT_MEMBER, UpdateKind.MESSAGE_REACTION, UpdateKind.MESSAGE_REACTION_COUNT)));

    private static final JsonMapper JSON = JsonMapper.shared();

    private AllowedUpdates() {}

    /** The set that the argument asks for; empty when it is to be ignored and the former set kept. */
    public static Optional<Set<UpdateKind>> parse(@Nullable String argument) {
        if (argument == null || argument.isEmpty()) {
            return Optional.empty();
        }
        JsonNode value;
        try {
            value = JSON.readTree(argument);
        } catch (JacksonException notJson) {
            return Optional.empty();
        }
        if (!value.isArray()) {
            return Optional.empty();
        }
        EnumSet<UpdateKind> named = EnumSet.noneOf(UpdateKind.class);
        for (JsonNode name : value) {
            if (!name.isString()) {
                return Optional.empty();
            }
            UpdateKind.of(name.stringValue()).ifPresent(named::add);
        }
        return Optional.of(named.isEmpty() ? DEFAULT : Set.copyOf(named));
    }

    /** Whether an update of that kind is queued. A kind newer than this API version is never filtered. */
    public static boolean admits(Set<UpdateKind> allowed, String kind) {
        return UpdateKind.of(kind).map(allowed::contains).orElse(true);
    }

    /** The set as getWebhookInfo shows it: documented names only, in the server's order. */
    static String toJson(Set<UpdateKind> allowed) {
        StringBuilder json = new StringBuilder("[");
        for (UpdateKind kind : UpdateKind.values()) {
            if (allowed.contains(kind) && kind != UpdateKind.CUSTOM_EVENT && kind != UpdateKind.CUSTOM_QUERY) {
                json.append(json.length() > 1 ? "," : "")
                        .append('"')
                        .append(kind.text())
                        .append('"');
            }
        }
        return json.append(']').toString();
    }
}
