package dev.sluice.local.botapi.core;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Webhook settings of one bot and what getWebhookInfo says about them (Client.cpp:5945). Nothing is ever delivered. */
final class Webhook {

    private static final int DEFAULT_MAX_CONNECTIONS = 40;
    private static final int MOST_MAX_CONNECTIONS = 100;

    private String url = "";
    private int maxConnections;
    private String ipAddress = "";
    private String secretToken = "";

    boolean isSet() {
        return !url.isEmpty();
    }

    /** The URL, or empty text when there is none. */
    String url() {
        return url;
    }

    boolean equalsRequest(String newUrl, Arguments arguments) {
        return url.equals(newUrl)
                && maxConnections == maxConnections(newUrl, arguments)
                && secretToken.equals(newUrl.isEmpty() ? "" : arguments.text("secret_token"));
    }

    void set(String newUrl, Arguments arguments) {
        url = newUrl;
        maxConnections = maxConnections(newUrl, arguments);
        ipAddress = newUrl.isEmpty() ? "" : arguments.text("ip_address");
        secretToken = newUrl.isEmpty() ? "" : arguments.text("secret_token");
    }

    Answer info(int pending, Set<UpdateKind> allowed) {
        StringBuilder json = new StringBuilder("{\"url\":").append(JsonText.quoted(url));
        json.append(",\"has_custom_certificate\":false,\"pending_update_count\":")
                .append(pending);
        if (maxConnections > 0) {
            json.append(",\"max_connections\":").append(maxConnections);
        }
        if (isSet()) {
            json.append(",\"ip_address\":").append(JsonText.quoted(ipAddress.isEmpty() ? "<unknown>" : ipAddress));
        }
        if (!allowed.equals(AllowedUpdates.DEFAULT)) {
            json.append(",\"allowed_updates\":").append(AllowedUpdates.toJson(allowed));
        }
        return Answers.ok(json.append('}').toString());
    }

    /** Text that is wrong with a setWebhook request, or null (Client.cpp:16010). */
    static @Nullable String fault(String newUrl, Arguments arguments) {
        if (!newUrl.startsWith("https://")) {
            return "Bad Request: invalid webhook URL specified";
        }
        String secret = arguments.text("secret_token");
        if (secret.length() > 256) {
            return "Bad Request: secret token is too long";
        }
        if (!secret.matches("[A-Za-z0-9_-]*")) {
            return "Bad Request: secret token contains unallowed characters";
        }
        return null;
    }

    private static int maxConnections(String newUrl, Arguments arguments) {
        return newUrl.isEmpty()
                ? 0
                : LenientIntegers.argument(
                        arguments.get("max_connections"), DEFAULT_MAX_CONNECTIONS, 1, MOST_MAX_CONNECTIONS);
    }
}
