package dev.sluice.runtime.secret;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/**
 * A text that must not be written anywhere (S1): it prints as dots. Making one also registers its value with the
 * {@link Redactor}, so that it is taken out of log lines that got hold of the text by another way.
 */
public final class Secret {
    private static final String DOTS = "•••";

    private final String value;

    private Secret(String value) {
        this.value = value;
    }

    /** The secret with this text, known to the {@link Redactor} from now on. */
    public static Secret of(String value) {
        Redactor.register(value);
        return new Secret(value);
    }

    /** The text itself: only for handing it to whoever asks for the credential. */
    public String reveal() {
        return value;
    }

    /** Compares in time that does not depend on where the two differ. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Secret that
                && MessageDigest.isEqual(
                        value.getBytes(StandardCharsets.UTF_8), that.value.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public String toString() {
        return DOTS;
    }
}
