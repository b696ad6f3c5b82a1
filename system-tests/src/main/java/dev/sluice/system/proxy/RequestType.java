package dev.sluice.system.proxy;

import java.util.Arrays;

/** The Kafka requests that faults are aimed at, by their api key. */
public enum RequestType {
    PRODUCE(0),
    FETCH(1),
    METADATA(3),
    OFFSET_COMMIT(8),
    OFFSET_FETCH(9),
    FIND_COORDINATOR(10),
    JOIN_GROUP(11),
    HEARTBEAT(12),
    LEAVE_GROUP(13),
    SYNC_GROUP(14),
    INIT_PRODUCER_ID(22),
    ADD_PARTITIONS_TO_TXN(24),
    ADD_OFFSETS_TO_TXN(25),
    END_TXN(26),
    OTHER(-1);

    private final int apiKey;

    RequestType(int apiKey) {
        this.apiKey = apiKey;
    }

    static RequestType of(int apiKey) {
        return Arrays.stream(values())
                .filter(t -> t.apiKey == apiKey)
                .findFirst()
                .orElse(OTHER);
    }
}
