package dev.sluice.outbound.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * One thing that happens in a history. The numbers are choices from 0 to 999; what they pick depends on how things stand
 * then, so that any step can be left out.
 */
record Step(Kind kind, int a, int b, int c) {

    enum Kind {
        SUBMIT(34),
        REPEAT(3),
        CANCEL(4),
        CANCEL_CHAT(2),
        RESOLVE(6),
        PAUSE(1),
        RESUME(2),
        PASS(30),
        LONG_PASS(3),
        WEATHER(4),
        CRASH_GATE(4),
        STAND_STILL(2),
        CRASH_DISPATCHER(3),
        HANDOVER(2),
        STEP_WALL(1),
        CREDENTIALS(1);

        private final int share;

        Kind(int share) {
            this.share = share;
        }
    }

    static List<Step> random(Random random, int count) {
        List<Kind> kinds = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            for (int i = 0; i < kind.share; i++) {
                kinds.add(kind);
            }
        }
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Kind kind = kinds.get(random.nextInt(kinds.size()));
            steps.add(new Step(kind, random.nextInt(1000), random.nextInt(1000), random.nextInt(1000)));
        }
        return steps;
    }
}
