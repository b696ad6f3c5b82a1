package dev.sluice.model;

/** The rules of a {@code request_id}: 1 to 200 characters, none of them a control. It names a business intent (R92). */
final class RequestId {

    private static final int MAX_CHARACTERS = 200;

    private RequestId() {}

    /**
     * Checks one.
     *
     * @throws InvalidRecordException when it breaks a rule
     */
    static String check(String id) {
        int characters = id.codePointCount(0, id.length());
        if (characters < 1 || characters > MAX_CHARACTERS) {
            throw InvalidRecordException.invalid("request_id", "not 1 to " + MAX_CHARACTERS + " characters");
        }
        for (int i = 0; i < id.length(); i++) {
            if (Character.isISOControl(id.charAt(i))) {
                throw InvalidRecordException.invalid("request_id", "holds a control character");
            }
        }
        // two ids that differ only in what UTF-8 cannot hold would share a key
        if (!ObjectWriter.isUnicode(id)) {
            throw InvalidRecordException.invalid("request_id", "holds half of a surrogate pair");
        }
        return id;
    }
}
