package dev.sluice.outbound.gate;

import java.util.OptionalLong;

/**
 * What dispatchers that open during a rebuild say of the attempts before them: it counts for those, too, that the rebuild has
 * not come by yet.
 */
final class Openings {
    private OptionalLong taken = OptionalLong.empty();
    private boolean complete;

    /** Nothing is granted during a rebuild, so what was not taken when the first of them opened never was. */
    void heard(long itsTaken) {
        if (!complete) {
            taken = OptionalLong.of(Math.min(itsTaken, taken.orElse(Long.MAX_VALUE)));
        }
    }

    /** The highest grant that may have been taken; empty when none has opened. */
    OptionalLong taken() {
        return taken;
    }

    void rebuilt() {
        complete = true;
        taken = OptionalLong.empty();
    }
}
