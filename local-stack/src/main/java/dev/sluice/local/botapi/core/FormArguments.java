package dev.sluice.local.botapi.core;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/** URL-encoded arguments of a query string or a body, read leniently. */
public final class FormArguments {

    private FormArguments() {}

    /** Adds every {@code key=value} pair, in order. */
    public static void read(String encoded, Arguments into) {
        for (int at = 0; at < encoded.length(); ) {
            int end = encoded.indexOf('&', at);
            end = end < 0 ? encoded.length() : end;
            if (end > at) {
                String pair = encoded.substring(at, end);
                int equals = pair.indexOf('=');
                String key = equals < 0 ? pair : pair.substring(0, equals);
                into.add(decode(key), equals < 0 ? "" : decode(pair.substring(equals + 1)));
            }
            at = end + 1;
        }
    }

    private static String decode(String encoded) {
        if (encoded.indexOf('%') < 0 && encoded.indexOf('+') < 0) {
            return encoded;
        }
        byte[] bytes = encoded.getBytes(UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length);
        for (int at = 0; at < bytes.length; at++) {
            int high = at + 2 < bytes.length ? Character.digit(bytes[at + 1], 16) : -1;
            int low = at + 2 < bytes.length ? Character.digit(bytes[at + 2], 16) : -1;
            if (bytes[at] == '%' && high >= 0 && low >= 0) {
                out.write(high * 16 + low);
                at += 2;
            } else {
                out.write(bytes[at] == '+' ? ' ' : bytes[at]);
            }
        }
        return out.toString(UTF_8);
    }
}
