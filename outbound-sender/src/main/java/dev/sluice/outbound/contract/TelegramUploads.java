package dev.sluice.outbound.contract;

import dev.sluice.model.SendRequest;
import java.util.Optional;

/**
 * Finds parameters that need a file beside them, which a request on a topic cannot bring (CONTRACT, Outbound). File ids and
 * URLs pass, those of a local server's own files included; whether they are good is the API's to say.
 */
final class TelegramUploads {

    /** Stands for a part of a multipart request, wherever the API takes a file. */
    private static final String ATTACH = "attach://";

    /** A file's content in place of its id: no server takes this. */
    private static final String DATA = "data:";

    private static final String LOCAL_FILE = "file:/";

    private TelegramUploads() {}

    /** What in the request needs an upload; empty when nothing does. */
    static Optional<String> find(SendRequest request) {
        Search search = new Search();
        ParamValues.visit(request.params(), search);
        if (search.found.isPresent()) {
            return search.found.map(name -> "parameter " + name);
        }
        return TelegramMethods.needsUpload(request.method()) && !search.localFile
                ? Optional.of("method " + request.method())
                : Optional.empty();
    }

    private static final class Search implements ParamValues.Visitor {
        private Optional<String> found = Optional.empty();
        private boolean localFile;

        @Override
        public void value(String name, boolean top, String text) {
            boolean data = text.startsWith(DATA) && text.contains(";base64,");
            if (found.isEmpty() && (text.startsWith(ATTACH) || data)) {
                found = Optional.of(ErrorText.of(name));
            }
            localFile |= top && text.startsWith(LOCAL_FILE);
        }
    }
}
