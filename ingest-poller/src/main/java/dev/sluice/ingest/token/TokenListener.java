package dev.sluice.ingest.token;

import dev.sluice.runtime.secret.Secret;

/** Hears of bots that come and go. Called on one thread, one change after the other; must not block. */
public interface TokenListener {

    /** A bot that was not there before. */
    void added(long botId, Secret token);

    /** The same bot with another token. */
    void changed(long botId, Secret token);

    /** The bot is to be released; its checkpoint stays. */
    void removed(long botId);
}
