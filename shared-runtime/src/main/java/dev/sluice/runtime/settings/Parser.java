package dev.sluice.runtime.settings;

/** Reads a setting's text. Pure. */
@FunctionalInterface
public interface Parser<T> {
    /**
     * The value of {@code text}, which is stripped, and not empty unless it is the default.
     *
     * @throws BadValue when it is not acceptable, saying what is wrong with it; the text of a secret is not repeated there
     * @throws RuntimeException any other one means the same without the words
     */
    T parse(String text);

    /** What is wrong with a value, in words that go between the key and {@code "; wants ..."}. */
    final class BadValue extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        public BadValue(String problem) {
            super(problem);
        }
    }
}
