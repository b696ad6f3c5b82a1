package dev.sluice.system.bench.send;

import java.time.Duration;

/**
 * How long and how often things are measured.
 *
 * @param warmUp of the sender with stock settings, at the rate of its limits
 * @param latency time at 20 requests/s
 * @param burst messages to as many chats at once
 * @param steady time of backlog at the bot's limit
 * @param group messages to one group
 * @param toOneChat messages to one chat
 * @param fanOutRounds measured ones for each round trip, after {@code fanOutWarmUps} others
 * @param fewJobs the backlog that the large one is compared with
 * @param manyJobs the large one, each in a chat of its own
 * @param grantWindow over which the cost of a grant is read
 * @param replies put behind the large backlog
 * @param idleChats that were sent to and have nothing to do any more
 */
public record SendSizes(
        Duration warmUp,
        Duration latency,
        int burst,
        Duration steady,
        int group,
        int toOneChat,
        int fanOutWarmUps,
        int fanOutRounds,
        int fewJobs,
        int manyJobs,
        Duration grantWindow,
        int replies,
        int idleChats) {

    /** What the figures are meant to be taken with. */
    public static SendSizes full() {
        return new SendSizes(
                Duration.ofSeconds(20),
                Duration.ofSeconds(30),
                300,
                Duration.ofSeconds(60),
                40,
                60,
                8,
                5,
                1_000,
                1_000_000,
                Duration.ofSeconds(15),
                10,
                1_000_000);
    }

    /** To see that everything works; too short to judge by. */
    public static SendSizes quick() {
        return new SendSizes(
                Duration.ofSeconds(5),
                Duration.ofSeconds(5),
                90,
                Duration.ofSeconds(8),
                12,
                12,
                1,
                2,
                1_000,
                20_000,
                Duration.ofSeconds(5),
                3,
                10_000);
    }
}
