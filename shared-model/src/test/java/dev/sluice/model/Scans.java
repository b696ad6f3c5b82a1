package dev.sluice.model;

import java.nio.charset.StandardCharsets;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;

/** Scans one element, as the poller does. */
final class Scans {

    private Scans() {}

    static ScannedUpdate scan(String json) {
        return scan(json.getBytes(StandardCharsets.UTF_8));
    }

    static ScannedUpdate scan(byte[] json) {
        try (JsonParser parser = UpdateScanner.factory().createParser(ObjectReadContext.empty(), json)) {
            parser.nextToken();
            return UpdateScanner.scan(parser);
        }
    }
}
