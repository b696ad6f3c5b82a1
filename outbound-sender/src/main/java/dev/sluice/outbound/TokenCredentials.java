package dev.sluice.outbound;

import dev.sluice.model.Sender;
import dev.sluice.outbound.dispatch.Credentials;
import dev.sluice.runtime.secret.Secret;
import dev.sluice.runtime.token.TokenStore;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The tokens of Telegram's bots, as the dispatcher wants them. Thread-safe. */
final class TokenCredentials implements Credentials {
    private final TokenStore tokens;
    private volatile View last = new View(Map.of(), Map.of());

    /** @param of the snapshot that it was made of */
    private record View(Map<Long, Secret> of, Map<Sender, Secret> bySender) {}

    TokenCredentials(TokenStore tokens) {
        this.tokens = tokens;
    }

    @Override
    public Optional<Secret> of(Sender sender) {
        return Optional.ofNullable(all().get(sender));
    }

    @Override
    public Map<Sender, Secret> all() {
        Map<Long, Secret> now = tokens.snapshot();
        View view = last;
        if (view.of() != now) {
            Map<Sender, Secret> bySender = new HashMap<>();
            now.forEach((bot, token) -> bySender.put(Sender.telegram(bot), token));
            view = new View(now, Map.copyOf(bySender));
            last = view;
        }
        return view.bySender();
    }
}
