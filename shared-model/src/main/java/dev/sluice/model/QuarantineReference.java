package dev.sluice.model;

import java.util.OptionalInt;

/**
 * What stands in {@code telegram.quarantine} for bytes that are too many for one record. The bytes follow under the same key
 * in {@code parts} records.
 *
 * @param updateId empty when the bytes have no usable one
 * @param size of all parts together, in bytes
 * @param sha256 of all parts together, 64 lower-case hexadecimal digits
 * @param parts how many records follow, at least 1
 */
public record QuarantineReference(OptionalInt updateId, long size, String sha256, int parts) {

    public QuarantineReference {
        if (!QuarantinedHash.isSha256(sha256)) {
            throw InvalidRecordException.invalid("sha256", "not 64 lower-case hexadecimal digits");
        }
        if (size < 1 || parts < 1) {
            throw InvalidRecordException.invalid("parts", "there are bytes, and so parts");
        }
    }

    /** As the value of a record: {@code {"update_id","size","sha256","parts"}}. */
    public byte[] encode() {
        return ObjectWriter.object(json -> {
            json.number("update_id", updateId);
            json.number("size", size);
            json.text("sha256", sha256);
            json.number("parts", parts);
        });
    }

    /**
     * Reads such a value.
     *
     * @throws InvalidRecordException when a field is missing or holds what it cannot
     */
    public static QuarantineReference decode(byte[] value) {
        Fields fields = Fields.of("reference", value);
        return new QuarantineReference(
                fields.optionalSmallInteger("update_id", 0),
                fields.integer("size", 1, Long.MAX_VALUE),
                fields.text("sha256"),
                fields.smallInteger("parts", 1));
    }
}
