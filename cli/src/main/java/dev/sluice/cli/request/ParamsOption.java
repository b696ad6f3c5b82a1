package dev.sluice.cli.request;

import dev.sluice.model.InvalidRecordException;
import dev.sluice.model.Params;
import dev.sluice.model.RawJson;
import dev.sluice.model.SendRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** {@code --params JSON|@FILE|-}: the parameters of the method, sent as they are. */
final class ParamsOption {
    private static final String NAME = "--params";

    @Option(
            names = NAME,
            required = true,
            paramLabel = "JSON|@FILE|-",
            description =
                    "The parameters of the method, a JSON object: here, in a file, or on stdin. Sent byte for byte.")
    private String text = "";

    /**
     * Reads and checks them.
     *
     * @throws dev.sluice.runtime.lifecycle.StartFailure (USAGE) when there is no such file, or they are no parameters
     */
    Params read(InputStream stdin) {
        byte[] json = bytes(stdin);
        if (json.length > SendRequest.MAX_BYTES) {
            throw Arguments.refused(NAME, "more than the " + SendRequest.MAX_BYTES + " bytes that a request may have");
        }
        requireUtf8(json);
        return params(json);
    }

    private static Params params(byte[] json) {
        try {
            return Params.of(RawJson.of(json));
        } catch (InvalidRecordException e) {
            // "params: chat_id: ..." or, when it is no JSON at all, "value: ..."
            throw Arguments.refused(NAME, String.valueOf(e.getMessage()).replaceFirst("^(params|value): ", ""));
        }
    }

    private byte[] bytes(InputStream stdin) {
        if (text.equals("-")) {
            return head(stdin, "stdin");
        }
        if (!text.startsWith("@")) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        String file = text.substring(1);
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            return head(in, file);
        } catch (IOException | InvalidPathException e) {
            throw Arguments.refused(NAME, "cannot read '" + file + "'; wants a file with a JSON object");
        }
    }

    private static byte[] head(InputStream in, String name) {
        try {
            return in.readNBytes(SendRequest.MAX_BYTES + 1);
        } catch (IOException e) {
            throw Arguments.refused(NAME, "cannot read " + name + " (" + e.getMessage() + ")");
        }
    }

    /** The API would refuse the message, and nobody could read the record. */
    private static void requireUtf8(byte[] json) {
        try {
            var unused = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json));
        } catch (CharacterCodingException e) {
            throw Arguments.refused(NAME, "not UTF-8");
        }
    }
}
