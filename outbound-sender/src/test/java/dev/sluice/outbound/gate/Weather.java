package dev.sluice.outbound.gate;

import dev.sluice.model.ResultClass;
import java.util.Random;

/** What the simulated API does. What a call meets hangs on the seed, the job and the attempt, not on what went before. */
final class Weather {

    private enum Sky {
        FAIR,
        FLOODS,
        DOWN,
        AUTH,
        STORM
    }

    private final long seed;
    private Sky sky = Sky.FAIR;
    private boolean calm;

    Weather(long seed) {
        this.seed = seed;
    }

    void change(int a) {
        sky = a % 2 == 0 ? Sky.FAIR : Sky.values()[a % 5];
    }

    void calm() {
        sky = Sky.FAIR;
        calm = true;
    }

    Random of(Grant grant) {
        return new Random(seed ^ (grant.job().spec().requestId().hashCode() * 1_000_003L) ^ grant.attempt());
    }

    ResultClass answer(Random random, boolean group) {
        if (calm) {
            return ResultClass.SENT;
        }
        int dice = random.nextInt(100);
        return switch (sky) {
            case DOWN -> ResultClass.NOT_SENT;
            case AUTH -> ResultClass.AUTH;
            case FLOODS -> dice < 60 ? ResultClass.FLOOD : dice < 75 ? ResultClass.HELD : ResultClass.SENT;
            case STORM -> dice < 50 ? ResultClass.UNKNOWN : dice < 60 ? ResultClass.NOT_SENT : ResultClass.SENT;
            case FAIR -> {
                if (dice < 78) {
                    yield ResultClass.SENT;
                }
                yield dice < 83
                        ? ResultClass.REJECTED
                        : dice < 89
                                ? ResultClass.UNKNOWN
                                : dice < 94
                                        ? ResultClass.FLOOD
                                        : dice < 96
                                                ? ResultClass.HELD
                                                : dice < 98 && group ? ResultClass.MIGRATED : ResultClass.NOT_SENT;
            }
        };
    }
}
