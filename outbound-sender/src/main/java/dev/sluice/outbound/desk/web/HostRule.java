package dev.sluice.outbound.desk.web;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which names the desk answers to. A page of a stranger may let its own name point to this host (DNS rebinding), and then is of
 * one origin with the desk for the browser: the name in {@code Host} tells it. Pure.
 */
final class HostRule {
    private static final Pattern HOST = Pattern.compile("(\\[[0-9a-f:.]+]|[a-z0-9._-]+)(:[0-9]{1,5})?");
    private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "[::1]");

    /** Every address of this host, and the name of none: browsers let strangers' pages go there. */
    private static final List<String> WILDCARDS = List.of("0.0.0.0", "[::]", "[0:0:0:0:0:0:0:0]");

    private final Set<String> names = new HashSet<>(LOOPBACK);

    /**
     * @param bind the address that is bound
     * @param more names without a port
     */
    HostRule(String bind, List<String> more) {
        names.add(written(bind));
        more.forEach(name -> names.add(written(name)));
        WILDCARDS.forEach(names::remove);
    }

    boolean allows(@Nullable String host) {
        if (host == null) {
            return false;
        }
        Matcher parts = HOST.matcher(host.toLowerCase(Locale.ROOT));
        return parts.matches() && names.contains(withoutDot(parts.group(1)));
    }

    private static String written(String name) {
        String lower = withoutDot(name.strip().toLowerCase(Locale.ROOT));
        return lower.contains(":") && !lower.startsWith("[") ? "[" + lower + "]" : lower;
    }

    private static String withoutDot(String name) {
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }
}
