package dev.sluice.local.view;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * How one bot stands.
 *
 * @param received updates stored since the start of this run
 * @param pending updates that wait at the API, as far as known
 * @param nextOffset what its checkpoint says
 * @param sent messages of this run; empty when nothing is sent
 * @param waiting requests without an outcome; empty when nothing is sent
 * @param state polling, conflict, webhook or parked, by its last event; while it rests after a 429, how long yet
 */
record BotLine(
        long botId,
        long received,
        OptionalInt pending,
        OptionalInt nextOffset,
        int shard,
        OptionalLong sent,
        OptionalLong waiting,
        String state) {}
