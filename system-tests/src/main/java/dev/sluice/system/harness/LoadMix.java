package dev.sluice.system.harness;

/**
 * What a load of requests consists of; shares are from 0 to 1.
 *
 * @param chats private chats per bot
 * @param groups groups, and as many {@code @names}, per bot
 * @param bulk share with priority bulk
 * @param albums share that is an album of two to five
 * @param chatless share that answers a callback query
 * @param timed share with a {@code not_before} in the next seconds
 * @param expiring share that expires within seconds
 * @param resent share with {@code on_unknown} resend; half as many have drop
 * @param few share that allows one or two attempts only
 * @param repeats share that is written again
 * @param cancels share that somebody cancels, before or after
 * @param chatCancels share in whose chat a person answers
 */
public record LoadMix(
        int chats,
        int groups,
        double bulk,
        double albums,
        double chatless,
        double timed,
        double expiring,
        double resent,
        double few,
        double repeats,
        double cancels,
        double chatCancels) {

    /** Messages to many chats, replies and bulk, all of which have to arrive or to be asked about. */
    public static final LoadMix PLAIN = new LoadMix(100, 2, 0.3, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Everything. */
    public static final LoadMix FULL = new LoadMix(80, 3, 0.3, 0.03, 0.03, 0.05, 0.05, 0.15, 0.1, 0.03, 0.04, 0.01);
}
