package dev.sluice.system.check.send;

/**
 * What the senders under test were told to keep.
 *
 * @param bot calls and albums' items of a bot per second
 * @param chat calls to a chat per second
 * @param group items to a group, channel or {@code @name} per minute
 * @param unspecifiedPauseMs how long a bot rests at least after a 429 that does not say for how long
 */
public record SendLimits(Limit bot, Limit chat, Limit group, long unspecifiedPauseMs) {

    /** CONTRACT, "Outbound defaults". */
    public static final SendLimits DEFAULT =
            new SendLimits(new Limit(30, 1_000), new Limit(1, 1_000), new Limit(20, 60_000), 60_000);

    /** So many within a window. */
    public record Limit(int most, long windowMs) {}

    public SendLimits withUnspecifiedPauseMs(long value) {
        return new SendLimits(bot, chat, group, value);
    }
}
