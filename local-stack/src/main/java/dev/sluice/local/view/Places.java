package dev.sluice.local.view;

/**
 * Where everything listens.
 *
 * @param api the Bot API's URL
 * @param kafka bootstrap servers
 * @param management base URL of the poller's {@code /ready} and {@code /metrics}
 * @param sender the same of the sender; {@code -} when nothing is sent
 * @param logs the directory of the log files
 */
record Places(String api, String kafka, String management, String sender, String logs) {

    static final String NONE = "-";

    /** The line that says everything runs; {@code --for} counts from it. */
    String readyLine() {
        return "ready api=" + api + " kafka=" + kafka + " management=" + management + " sender=" + sender + " logs="
                + logs;
    }

    /** The same for the head of a screen, short enough for 80 columns with everything on this machine. */
    String headLine() {
        return "API " + bare(api) + "   Kafka " + kafka + "   metrics " + bare(management)
                + (sender.equals(NONE) ? "" : ", " + sender.substring(sender.lastIndexOf(':') + 1));
    }

    private static String bare(String url) {
        return url.replaceFirst("^http://", "");
    }
}
