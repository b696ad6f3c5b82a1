package dev.sluice.local.sends;

/**
 * The answers as the simulated API's ledger has them.
 *
 * @param updates updates that have somebody to answer
 * @param once those that were answered once
 * @param twice those that were answered more than once
 * @param nobody updates that have nobody to answer
 * @param floods 429 answers
 * @param early calls of a bot that arrived while it had been told to wait
 */
public record AnswerCount(long updates, long once, long twice, long nobody, long floods, long early) {

    public long missing() {
        return updates - once - twice;
    }

    /** In one line. */
    public String text() {
        String rest = nobody == 0 ? "" : ", " + nobody + " have nobody to answer";
        return once + " of " + updates + " updates answered once, " + twice + " twice, " + missing() + " not yet" + rest
                + "; " + early + " calls inside a flood's wait";
    }
}
