package dev.sluice.local.botapi;

import tools.jackson.databind.JsonNode;

/**
 * Figures of the whole server.
 *
 * @param pollsWaiting long polls that hang
 * @param pending updates in all queues
 * @param generated updates that were given an id
 * @param confirmed updates deleted by an offset after an answer had carried them
 * @param refused updates that were offered and not queued: filtered, too old, too big, queue full
 * @param requests calls so far
 * @param requestsPerSecond since the stats call before
 * @param callsForgotten calls that fell out of the ledger; a test that reads it as the truth must see 0
 */
public record SimulatorStats(
        int bots,
        int connections,
        int pollsWaiting,
        long pending,
        long generated,
        long confirmed,
        long refused,
        long requests,
        double requestsPerSecond,
        long callsForgotten) {

    static SimulatorStats of(JsonNode json) {
        return new SimulatorStats(
                json.path("bots").asInt(),
                json.path("connections").asInt(),
                json.path("polls_waiting").asInt(),
                json.path("pending").asLong(),
                json.path("generated").asLong(),
                json.path("confirmed").asLong(),
                json.path("refused").asLong(),
                json.path("requests").asLong(),
                json.path("requests_per_second").asDouble(),
                json.path("calls_forgotten").asLong());
    }
}
