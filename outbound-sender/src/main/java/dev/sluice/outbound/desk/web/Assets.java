package dev.sluice.outbound.desk.web;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Pattern;

/** The page's files, out of the jar. Only what a name of plain words leads to is looked for. */
final class Assets {
    private static final String FOLDER = "/dev/sluice/outbound/desk/assets/";
    private static final String INDEX = "index.html";

    /** No name begins with a dot, so none leads upwards. */
    private static final Pattern NAME = Pattern.compile("([A-Za-z0-9_-]+/){0,4}[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)+");

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "mjs", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml",
            "png", "image/png",
            "ico", "image/x-icon",
            "webmanifest", "application/manifest+json");

    private Assets() {}

    static void serve(Context context) throws IOException {
        String path = context.req().getRequestURI();
        String name = path.equals("/") ? INDEX : path.substring(1);
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        if (type == null || name.length() > 100 || !NAME.matcher(name).matches()) {
            throw Refused.notFound("no such page");
        }
        try (InputStream in = Assets.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                throw Refused.notFound("no such page");
            }
            byte[] content = in.readAllBytes();
            String etag = etag(content);
            // looked at again each time, so that a page of another version never speaks to this API
            context.header("Cache-Control", "no-cache").header("ETag", etag).contentType(type);
            if (etag.equals(context.header("If-None-Match"))) {
                context.status(304);
            } else {
                context.result(content);
            }
        }
    }

    private static String etag(byte[] content) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
            return "\"" + HexFormat.of().formatHex(hash, 0, 12) + "\"";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
