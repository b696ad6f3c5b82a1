package dev.sluice.cli;

/** Text that others chose, made fit for a terminal. */
public final class Plain {
    private static final int SHOWN = 200; // characters

    private Plain() {}

    /**
     * The text with a dot for every character that could move the cursor, colour, end a line or turn its direction: an
     * error's description or a detail comes from outside.
     */
    public static String text(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        text.codePoints().forEach(c -> plain.appendCodePoint(isPlain(c) ? c : '·'));
        return plain.toString();
    }

    /** The same, cut when it is long. */
    public static String line(String text) {
        return text.length() <= SHOWN ? text(text) : text(text.substring(0, SHOWN)) + "…";
    }

    private static boolean isPlain(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> false;
            default -> true;
        };
    }
}
