package dev.sluice.runtime.lag;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What one round found of a group.
 *
 * @param isRead false when nothing of it could be read
 * @param members how many it has; empty when that is not known
 * @param standings where it stands, as far as that could be read
 * @param trouble what was in the way; it may concern some partitions only
 */
record GroupFound(boolean isRead, OptionalInt members, List<Standing> standings, Optional<Trouble> trouble) {

    /** @param detail for a person */
    record Trouble(LagFailure reason, String detail) {}

    static GroupFound failed(Trouble trouble) {
        return new GroupFound(false, OptionalInt.empty(), List.of(), Optional.of(trouble));
    }

    /**
     * Where the group stands, as far as that can be said. Without a commit a group of ours begins at the oldest record, and
     * everything is its lag. Where somebody else's begins is for its own settings to say, so nothing is shown of it.
     */
    List<Standing> standings(boolean isOurs) {
        return isOurs
                ? standings
                : standings.stream()
                        .filter(each -> each.committed().isPresent())
                        .toList();
    }
}
