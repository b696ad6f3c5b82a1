package dev.sluice.outbound.contract;

import java.util.Locale;
import java.util.Set;

/** What is special about single Bot API methods. Names are compared without case, as the server does. */
final class TelegramMethods {

    /** They would take the updates, or the bot itself, away from whoever polls (CONTRACT, Outbound). */
    private static final Set<String> FORBIDDEN = Set.of("getupdates", "setwebhook", "deletewebhook", "logout", "close");

    /** Their file can be an upload only: the server takes neither a file id nor a URL for it. */
    private static final Set<String> UPLOAD_ONLY = Set.of("setchatphoto", "uploadstickerfile");

    /** They send several messages in one call, and answer with one error for all of them (TELEGRAM 6, trap 14). */
    private static final Set<String> MULTIPLE = Set.of("sendmediagroup", "forwardmessages", "copymessages");

    private TelegramMethods() {}

    static boolean isForbidden(String method) {
        return FORBIDDEN.contains(lower(method));
    }

    static boolean needsUpload(String method) {
        return UPLOAD_ONLY.contains(lower(method));
    }

    static boolean sendsMultiple(String method) {
        return MULTIPLE.contains(lower(method));
    }

    /** Whether it changes a message that is there, so that doing it twice is answered with "message is not modified". */
    static boolean isEdit(String method) {
        String name = lower(method);
        return name.startsWith("editmessage") || name.equals("stopmessagelivelocation");
    }

    static String lower(String method) {
        return method.toLowerCase(Locale.ROOT);
    }
}
