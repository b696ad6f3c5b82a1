package dev.sluice.outbound.contract;

import java.util.Map;

/**
 * What came back over HTTP, uninterpreted.
 *
 * @param status of the response head
 * @param headers those that the channel asked for ({@link Channel#answerHeaders}), names in lower case
 * @param body as much as came, at most {@link #MAX_BYTES}. Not copied: nobody changes it
 * @param complete whether that is all of it: the connection lasted to its end, and the cap did not cut it
 */
public record Answer(int status, Map<String, String> headers, byte[] body, boolean complete) {

    /**
     * A dispatcher reads no more of a body than this. The largest results of the Bot API are some 100 KiB, and an outcome that
     * quotes one fits its topic, which takes 4 MiB.
     */
    public static final int MAX_BYTES = 2 * 1024 * 1024;

    public Answer {
        headers = Map.copyOf(headers);
        if (body.length > MAX_BYTES) {
            throw new IllegalArgumentException("a body over the cap is cut, and not complete");
        }
    }

    @Override
    public String toString() {
        return "Answer[" + status + ", " + body.length + " bytes" + (complete ? "]" : ", cut short]");
    }
}
