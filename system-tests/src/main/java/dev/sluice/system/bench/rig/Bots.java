package dev.sluice.system.bench.rig;

import java.util.List;
import java.util.stream.LongStream;

/** Bots that follow each other by id. Every scenario has ids of its own, so none sees another's queues. */
public record Bots(long first, int count) {

    public static Bots of(long first, int count) {
        return new Bots(first, count);
    }

    public List<Long> ids() {
        return LongStream.range(first, first + count).boxed().toList();
    }

    public boolean has(long botId) {
        return botId >= first && botId < first + count;
    }
}
