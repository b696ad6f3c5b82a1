package dev.sluice.outbound.dispatch;

import dev.sluice.model.Sender;
import dev.sluice.runtime.secret.Secret;
import java.util.Map;
import java.util.Optional;

/** What calls are made with. Thread-safe, and nothing here blocks. */
public interface Credentials {

    /** Those of one sender; empty when there are none now. */
    Optional<Secret> of(Sender sender);

    /** All that there are now: the same object as before, as long as nothing has changed. */
    Map<Sender, Secret> all();
}
