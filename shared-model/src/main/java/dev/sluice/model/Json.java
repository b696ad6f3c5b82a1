package dev.sluice.model;

import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/** The one JSON factory of the model. */
final class Json {

    /** An update has at most 512 KiB, so at most as many levels; some more for the response around it. */
    private static final int MAX_NESTING = 512 * 1024 + 16;

    /** A response has at most 8 MiB, so no name, number or text in it has more characters. */
    private static final int MAX_TOKEN_LENGTH = 8 * 1024 * 1024;

    /**
     * The limits are what the bodies can hold, not what is sensible: an odd value must not make the batch around it
     * unreadable, or a bot would stand still on it for ever. Values are skipped, not built, so this costs little: the
     * deepest nesting some 30 MB while it is read. No charset detection: it is UTF-8, and byte offsets must be exact. No
     * refusal of names that collide in the symbol table, for the same reason as the limits.
     */
    static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_NESTING)
                    .maxNumberLength(MAX_TOKEN_LENGTH)
                    .maxStringLength(MAX_TOKEN_LENGTH)
                    .maxNameLength(MAX_TOKEN_LENGTH)
                    .build())
            .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
            .disable(TokenStreamFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
            .build();

    static final JsonMapper MAPPER = JsonMapper.builder(FACTORY).build();

    private Json() {}

    /** Says where the fault is, but not what stands there: it may be somebody's message. */
    static InvalidRecordException notJson(String what, JacksonException e) {
        TokenStreamLocation where = e.getLocation();
        String problem = where == null ? "not JSON" : "not JSON, near byte " + where.getByteOffset();
        return new InvalidRecordException(InvalidRecordException.Fault.NOT_JSON, what, problem);
    }
}
