package dev.sluice.runtime.token;

/** Hears that tokens have come, gone or changed. Called on one thread, one change after the other; must not block. */
@FunctionalInterface
public interface TokenListener {

    /** {@link TokenStore#snapshot} is another than before. Changes that are found in one look are told of once. */
    void tokensChanged();
}
