package dev.sluice.local.botapi.engine;

import dev.sluice.local.botapi.core.Arguments;

/**
 * A call as it was read.
 *
 * @param path path of the request line, decoded, without the query
 * @param body the body's bytes, empty when there is none
 * @param headNanos monotonic time at which the head had been read
 */
public record Request(String path, Arguments arguments, byte[] body, long headNanos) {

    private static final String BOT = "/bot";
    private static final String TEST = "test/";

    /** Whether the path has the form {@code /bot<token>/<method>}. */
    boolean isBotCall() {
        return path.startsWith(BOT) && path.indexOf('/', BOT.length()) >= 0;
    }

    String token() {
        return path.substring(BOT.length(), path.indexOf('/', BOT.length()));
    }

    /** Method name as sent; the test data centre's calls are taken like all others. */
    String method() {
        String rest = path.substring(path.indexOf('/', BOT.length()) + 1);
        return rest.startsWith(TEST) ? rest.substring(TEST.length()) : rest;
    }
}
