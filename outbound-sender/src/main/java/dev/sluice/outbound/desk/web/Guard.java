package dev.sluice.outbound.desk.web;

import dev.sluice.runtime.secret.Secret;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who may ask. The desk has no cookies, so nothing of a person's browser speaks for a stranger's page but its reach: that is
 * what {@code Host}, {@code Origin} and {@code Sec-Fetch-Site} are looked at for.
 */
final class Guard {
    private static final String BEARER = "bearer ";
    private static final Pattern JSON = Pattern.compile("application/json\\s*(;\\s*charset\\s*=\\s*\"?utf-8\"?\\s*)?");

    private final HostRule hosts;
    private final Optional<Supplier<Secret>> token;

    /** @param token what an Authorization header has to bring now; empty: nothing */
    Guard(HostRule hosts, Optional<Supplier<Secret>> token) {
        this.hosts = hosts;
        this.token = token;
    }

    boolean wantsToken() {
        return token.isPresent();
    }

    /** For whatever is no secret: the page's files. */
    void page(Context context) {
        if (!hosts.allows(context.header("Host"))) {
            throw new Refused(403, "host", "not a name of this desk; see sluice.desk.hosts");
        }
    }

    /** For what is asked by the page alone. */
    void sameOrigin(Context context) {
        page(context);
        String site = context.header("Sec-Fetch-Site");
        if (site != null && !site.equals("same-origin") && !site.equals("none")) {
            throw new Refused(403, "origin", "asked by a page of another origin");
        }
        String origin = context.header("Origin");
        if (origin != null && !isOf(origin, context.header("Host"))) {
            throw new Refused(403, "origin", "asked by a page of another origin");
        }
    }

    /** For everything that is known or done. */
    void api(Context context) {
        sameOrigin(context);
        if (token.isPresent() && !isSame(token.get().get(), bearer(context))) {
            context.header("WWW-Authenticate", "Bearer");
            throw new Refused(401, "unauthorized", "wants the token of this desk as a bearer token");
        }
    }

    /** For what a request brings: another type could be sent by a form of a stranger's page. */
    void json(Context context) {
        String type = context.header("Content-Type");
        String encoding = context.header("Content-Encoding");
        if (type == null || !JSON.matcher(type.strip().toLowerCase(Locale.ROOT)).matches()) {
            throw new Refused(415, "content_type", "wants application/json");
        }
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            throw new Refused(415, "content_encoding", "wants it uncompressed");
        }
    }

    /** By either scheme: a proxy may speak TLS for the desk. */
    private static boolean isOf(String origin, @Nullable String host) {
        String lower = origin.toLowerCase(Locale.ROOT);
        String name = String.valueOf(host).toLowerCase(Locale.ROOT);
        return lower.equals("http://" + without(":80", name)) || lower.equals("https://" + without(":443", name));
    }

    private static String without(String port, String host) {
        return host.endsWith(port) ? host.substring(0, host.length() - port.length()) : host;
    }

    private static String bearer(Context context) {
        String header = context.header("Authorization");
        boolean bearer = header != null && header.regionMatches(true, 0, BEARER, 0, BEARER.length());
        return header != null && bearer ? header.substring(BEARER.length()).strip() : "";
    }

    /** Compared by hash, so that the time tells nothing of the length either. */
    private static boolean isSame(Secret token, String brought) {
        return MessageDigest.isEqual(sha256(token.reveal()), sha256(brought));
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
