package dev.sluice.model;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * The headers of a record in {@code telegram.updates}: the CloudEvents Kafka binding in binary mode, and the id sequence
 * that the update belongs to. Their values share arrays between records: read them, never write into them.
 */
public final class UpdateHeaders {

    public static final String SPEC_VERSION = "ce_specversion";
    /** The record key. */
    public static final String ID = "ce_id";
    /** {@code /telegram/bots/<bot_id>}. */
    public static final String SOURCE = "ce_source";
    /** {@code telegram.update.<kind>}. */
    public static final String TYPE = "ce_type";
    /** When the update was received: RFC 3339, UTC, milliseconds; the record's timestamp is the same instant. */
    public static final String TIME = "ce_time";
    /** The chat id; absent when there is none. */
    public static final String SUBJECT = "ce_subject";

    public static final String CONTENT_TYPE = "content-type";
    /** The number of the bot's id sequence, from 1: an update id is unique within a sequence only. */
    public static final String SEQUENCE = CheckpointCodec.SEQUENCE_HEADER;

    private static final Header SPEC_VERSION_1_0 = header(SPEC_VERSION, "1.0");
    private static final Header CONTENT_TYPE_JSON = header(CONTENT_TYPE, "application/json");

    private static final int MAX_HEADERS = 8;

    /** What the updates of one batch have in common is made once. Benign race: whichever is found is checked. */
    private static volatile Batch lastBatch = Batch.of(0, 0, 0);

    private record Batch(long botId, long epochMs, int number, Header source, Header time, Header sequence) {
        static Batch of(long botId, long epochMs, int sequence) {
            return new Batch(
                    botId,
                    epochMs,
                    sequence,
                    header(SOURCE, "/telegram/bots/" + botId),
                    header(TIME, Rfc3339.format(Instant.ofEpochMilli(epochMs))),
                    header(SEQUENCE, Integer.toString(sequence)));
        }

        boolean is(long otherBotId, long otherEpochMs, int otherSequence) {
            return botId == otherBotId && epochMs == otherEpochMs && number == otherSequence;
        }
    }

    private UpdateHeaders() {}

    /**
     * The headers of one update.
     *
     * @param received when the response that brought it was complete
     * @param sequence the id sequence it belongs to, from 1
     */
    public static RecordHeaders of(long botId, int updateId, UpdateFacts facts, Instant received, int sequence) {
        Batch batch = batch(botId, received.toEpochMilli(), sequence);
        List<Header> headers = new ArrayList<>(MAX_HEADERS);
        headers.add(SPEC_VERSION_1_0);
        headers.add(new RecordHeader(ID, new UpdateKey(botId, updateId).bytes()));
        headers.add(batch.source());
        headers.add(header(TYPE, "telegram.update." + facts.kind()));
        headers.add(batch.time());
        if (facts.chatId().isPresent()) {
            headers.add(header(SUBJECT, Long.toString(facts.chatId().getAsLong())));
        }
        headers.add(CONTENT_TYPE_JSON);
        headers.add(batch.sequence());
        return new RecordHeaders(headers);
    }

    private static Batch batch(long botId, long epochMs, int sequence) {
        Batch batch = lastBatch;
        if (!batch.is(botId, epochMs, sequence)) {
            batch = Batch.of(botId, epochMs, sequence);
            lastBatch = batch;
        }
        return batch;
    }

    private static Header header(String name, String value) {
        return new RecordHeader(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
