package dev.sluice.model;

import java.util.Random;

/** Random texts that JSON has to escape or encode: quotes, controls, other scripts, surrogate pairs. */
final class Texts {

    private static final String[] PIECES = {
        "a", "Z9", "\"", "\\", "/", "\n", "\u0000", "\u007f", "é", "Ж", "\u2028", "\uffff", "😀", "</script>", " ", ":"
    };

    private Texts() {}

    static String random(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString();
    }
}
