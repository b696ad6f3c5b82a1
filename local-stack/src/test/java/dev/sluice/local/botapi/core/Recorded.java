package dev.sluice.local.botapi.core;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An exchange that remembers what it was told. */
final class Recorded implements Exchange {

    private static final Pattern ID = Pattern.compile("\"update_id\":(\\d+)");

    int usedOffset;
    int usedLimit;
    int usedTimeout;
    final List<Fetch> fetches = new ArrayList<>();
    IdRanges returned = IdRanges.NONE;
    IdRanges dropped = IdRanges.NONE;

    @Nullable
    Answer answer;

    long delayNanos;

    @Override
    public void understood(int offset, int limit, int timeoutSeconds) {
        usedOffset = offset;
        usedLimit = limit;
        usedTimeout = timeoutSeconds;
    }

    @Override
    public void fetched(Fetch fetch) {
        fetches.add(fetch);
    }

    @Override
    public void returned(IdRanges ids) {
        returned = ids;
    }

    @Override
    public void dropped(IdRanges ids) {
        dropped = dropped.plus(ids);
    }

    @Override
    public void answer(Answer given, long delay) {
        if (answer != null) {
            throw new AssertionError("answered twice");
        }
        answer = given;
        delayNanos = delay;
    }

    boolean isAnswered() {
        return answer != null;
    }

    int status() {
        return given().status();
    }

    String body() {
        return new String(given().body(), UTF_8);
    }

    /** Ids in the answer, in its order. */
    List<Integer> ids() {
        List<Integer> ids = new ArrayList<>();
        Matcher matcher = ID.matcher(body());
        while (matcher.find()) {
            ids.add(Integer.valueOf(matcher.group(1)));
        }
        return ids;
    }

    private Answer given() {
        Answer now = answer;
        if (now == null) {
            throw new AssertionError("not answered");
        }
        return now;
    }
}
