package dev.sluice.system.desk;

import java.util.Objects;

/** Times as a person has them: by the browser's own clock, from the act to the frame that shows what came of it. */
final class Timed {
    static final String NEXT =
            "[...document.querySelectorAll('#reviews-list .pager button')].find(b => b.textContent === 'Next').click()";
    static final String SECOND_PAGE = "document.querySelector('#reviews-list .range').textContent.startsWith('101')";
    static final String SELECT_ALL = "document.querySelector('#reviews-list thead .tick input').click();"
            + "document.querySelector('#reviews-list .bar .link').click();";
    static final String CONFIRM = "document.querySelector('#confirm-yes').click()";
    static final String CONFIRMED = "!document.querySelector('#confirm').open";

    private Timed() {}

    static String press(String words) {
        return "[...document.querySelectorAll('#reviews-list .bar-acts button')].find(b => b.textContent === '" + words
                + "').click()";
    }

    static String title(String words) {
        return "document.querySelector('#confirm-title').textContent === '" + words + "'";
    }

    /** Milliseconds from doing something in the page to the frame after a condition holds. */
    static double until(Browser browser, String act, String is) {
        Object ms = browser.later("const done = arguments[0]; const from = performance.now(); " + act + ";"
                + " const look = () => (" + is
                + ") ? requestAnimationFrame(() => setTimeout(() => done(performance.now() - from)))"
                + " : requestAnimationFrame(look); look();");
        return ((Number) Objects.requireNonNull(ms)).doubleValue();
    }

    /** Milliseconds from asking for the page to its first table of reviews. */
    static double firstTable(Browser browser) {
        Object ms =
                browser.js("return performance.getEntriesByName('first table').map(mark => mark.startTime)[0] ?? -1");
        return ((Number) Objects.requireNonNull(ms)).doubleValue();
    }

    static Object heapMb(Browser browser) {
        return Objects.requireNonNull(browser.js("return Math.round(performance.memory.usedJSHeapSize / 1048576)"));
    }
}
