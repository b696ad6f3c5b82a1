package dev.sluice.local.view;

import java.util.OptionalInt;

/**
 * How one bot stands.
 *
 * @param received updates stored since the start of this run
 * @param pending updates that wait at the API, as far as known
 * @param nextOffset what its checkpoint says
 * @param state polling, conflict, webhook or parked, by its last event
 */
record BotLine(
        long botId,
        long received,
        OptionalInt pending,
        OptionalInt lastUpdateId,
        OptionalInt nextOffset,
        int shard,
        String state) {}
