package dev.sluice.ingest.rules;

import dev.sluice.ingest.telegram.SlicedUpdate;

/** Whether a record fits before it is sent: what Kafka refuses would abort the transaction of its neighbours. */
final class RecordSize {

    /** Key, all headers but the kind, and what Kafka adds to a record and its batch: some 450 bytes at most. */
    private static final int OVERHEAD_BYTES = 1024;

    /** The kind is a key of the update, however long, and goes into a header. */
    private static final int MAX_BYTES_PER_CHAR = 3;

    private RecordSize() {}

    static boolean fits(SlicedUpdate update, int maxRecordBytes) {
        long headers = OVERHEAD_BYTES
                + (long) MAX_BYTES_PER_CHAR * update.facts().kind().length();
        return update.length() + headers <= maxRecordBytes;
    }
}
