package dev.sluice.system.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.system.harness.OutboundStack;
import dev.sluice.system.harness.SenderProcess;
import dev.sluice.system.proxy.Strike;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The one sender that is killed and started again, from run to run and from row to row: a start takes seconds, and a state that
 * has seen the other rows is no easier one. Its bots are known when it starts, and each run takes some that nobody has used.
 */
final class Survivor implements AutoCloseable {
    private final OutboundStack stack;
    private final SenderProcess.Builder builder;
    private final List<Long> bots;
    private int taken;
    private long startSeconds = 3;
    private @Nullable SenderProcess process;

    /** @param rows that it will take part in; it is started by the first */
    Survivor(OutboundStack stack, int rows) {
        this.stack = stack;
        bots = stack.freshBots(rows * SendRow.RUNS * SendRow.BOTS);
        builder = SendRow.hasty(stack.sender("survivor", bots)).staticMember();
    }

    OutboundStack stack() {
        return stack;
    }

    List<Long> freshBots(int count) {
        taken += count;
        return bots.subList(taken - count, taken);
    }

    /** The process; a new one when a row has failed and left none. */
    SenderProcess process() {
        SenderProcess present = process;
        return present != null && present.process().isAlive() ? present : restart();
    }

    /** Seconds of a cooldown that still runs when it is back, on a slow machine too. */
    int outlastsARestart() {
        return (int) Math.max(12, 3 * startSeconds + 6);
    }

    void kill() {
        process().process().killHard();
    }

    /** SIGTERM, and all is done that was begun. */
    void stop() {
        assertEquals(OptionalInt.of(0), SendRow.stop(process()), "a clean drain");
    }

    /** Returns when it is ready. */
    SenderProcess restart() {
        long begun = System.nanoTime();
        SenderProcess fresh = builder.start();
        process = fresh;
        SendRow.awaitReady(fresh);
        startSeconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
        return fresh;
    }

    SenderProcess restartWithoutState() {
        builder.wipeState();
        return restart();
    }

    /** A coin decides whether what is held is thrown away, or arrives late, when the successor is at work. */
    void killAndRestart(SendRun run, Strike strike) {
        kill();
        if (run.random.nextBoolean()) {
            strike.drop();
            restart();
        } else {
            restart();
            strike.release();
        }
    }

    @Override
    public void close() {
        SenderProcess last = process;
        if (last != null) {
            last.close();
        }
    }
}
