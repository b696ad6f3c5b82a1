package dev.sluice.system.prometheus;

import java.util.Locale;

/** What a heading of a page is called in a link to it. */
final class Anchors {
    private Anchors() {}

    static String of(String heading) {
        return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\w\\- ]", "").replace(' ', '-');
    }
}
