package dev.sluice.model;

import java.util.regex.Pattern;

/**
 * Whom a message is sent as: {@code telegram:<bot_id>} or {@code unifyport:<account_id>}. It names a bot or an account,
 * never a token. All of a sender's outbound records lie in one partition, {@link Partitions#forSender}.
 *
 * @param channel the API that is called
 * @param account the bot id in decimal, or the account id: 1 to 200 characters without controls, spaces and slashes (a
 *     slash ends the sender in the keys of outcomes and reviews)
 */
public record Sender(Channel channel, String account) {

    /** The APIs that Sluice sends through. */
    public enum Channel implements Word {
        TELEGRAM("telegram"),
        UNIFYPORT("unifyport");

        private final String word;

        Channel(String word) {
            this.word = word;
        }

        @Override
        public String word() {
            return word;
        }
    }

    private static final Pattern ACCOUNT = Pattern.compile("[^/\\s\\p{Cntrl}\\p{Cs}]{1,200}");

    public Sender {
        if (!isAccount(channel, account)) {
            throw new IllegalArgumentException("not an account of " + channel.word());
        }
    }

    public static Sender telegram(long botId) {
        return new Sender(Channel.TELEGRAM, Long.toString(botId));
    }

    /**
     * Reads what {@link #text} writes.
     *
     * @throws InvalidRecordException when the text is neither form
     */
    public static Sender parse(String text) {
        int colon = text.indexOf(':');
        if (colon > 0) {
            String account = text.substring(colon + 1);
            for (Channel channel : Channel.values()) {
                if (text.startsWith(channel.word())
                        && channel.word().length() == colon
                        && isAccount(channel, account)) {
                    return new Sender(channel, account);
                }
            }
        }
        throw InvalidRecordException.invalid("sender", "neither telegram:<bot_id> nor unifyport:<account_id>");
    }

    public String text() {
        return channel.word() + ":" + account;
    }

    private static boolean isAccount(Channel channel, String account) {
        return channel == Channel.TELEGRAM
                ? Decimal.parse(account, 0, account.length()) > 0
                : ACCOUNT.matcher(account).matches();
    }

    @Override
    public String toString() {
        return text();
    }
}
