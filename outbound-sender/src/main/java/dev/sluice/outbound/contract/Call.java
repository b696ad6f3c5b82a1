package dev.sluice.outbound.contract;

import java.util.Map;

/**
 * One HTTP POST to an API. Path or headers hold the credentials: they are for the wire alone, and the text of a call says
 * nothing of them (S1).
 *
 * @param path goes behind the API's URL, from its slash on; needs no escaping
 * @param headers besides Content-Length and what belongs to the connection
 * @param body as it goes out. Not copied: nobody changes it
 */
public record Call(String path, Map<String, String> headers, byte[] body) {

    public Call {
        headers = Map.copyOf(headers);
    }

    @Override
    public String toString() {
        return "Call[" + body.length + " bytes]";
    }
}
