package dev.sluice.local.botapi.core;

import java.util.Set;

/** The persisted set of allowed updates of one bot; getUpdates and setWebhook share it (TELEGRAM.md 1.8). */
final class AllowedSetting {

    private Set<UpdateKind> kinds = AllowedUpdates.DEFAULT;

    void update(Arguments arguments) {
        AllowedUpdates.parse(arguments.get("allowed_updates")).ifPresent(named -> kinds = named);
    }

    Set<UpdateKind> kinds() {
        return kinds;
    }
}
