package dev.sluice.outbound.gate;

import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Who serves the partition: the dispatcher that grants are for, what it can take, and the numbers that grants get. All that is
 * stored of a partition as a whole.
 */
final class Ownership {

    private final Consumer<PartitionState> store;
    private final OwnerWatch watch = new OwnerWatch();
    private long reserved;
    private long openedAfter = -1;
    private boolean counting;

    final Credit credit = new Credit();
    final Numbers numbers = new Numbers(this::reserve);
    final Openings openings = new Openings();

    Ownership(Consumer<PartitionState> store) {
        this.store = store;
    }

    void restore(PartitionState state) {
        reserved = state.reserved();
        openedAfter = state.openedAfter();
        // before the first grant nothing is reserved, and the opening stands above nothing
        numbers.startAfter(Math.max(reserved, openedAfter));
        counting = true;
        if (state.number() >= 0) {
            watch.restore(state.number(), state.epoch());
        }
    }

    /** Numbers are needed from here on; without stored ones they begin at the wall's time. */
    void count(Now now) {
        if (!counting) {
            counting = true;
            numbers.startAfter(Numbers.firstOf(now));
        }
    }

    /** A dispatcher's word, as {@link PartitionGate#owner} takes it. */
    OwnerWatch.Word hear(long number, String epoch, OptionalLong taken, OptionalInt capacity, Now now) {
        OwnerWatch.Word word = watch.hear(number, epoch, taken.isEmpty(), now);
        if (word == OwnerWatch.Word.OPENING) {
            credit.capacity(Credit.AT_LEAST);
            count(now);
            // a gate that has lost its state, and the wall's time with it, would take new grants for taken ones
            taken.ifPresent(numbers::raise);
            openedAfter = numbers.last();
            openings.heard(taken.orElse(Long.MAX_VALUE));
            save();
        }
        if (word != OwnerWatch.Word.STALE) {
            capacity.ifPresent(credit::capacity);
        }
        return word;
    }

    /** The dispatcher hands that grant back since it stops: if it is the owner, it starts nothing more. */
    void closing(long grantId) {
        if (grantId > openedAfter) {
            watch.closing();
        }
    }

    /** What was heard up to now may be old: only the next word counts. */
    void forget(Now now) {
        watch.forget(now);
    }

    boolean isAlive(Now now) {
        return watch.isAlive(now);
    }

    /** Whether somebody of that epoch speaks for a time that is over. */
    boolean isPast(long number) {
        return number < watch.number();
    }

    /** As it stands in an attempt. */
    String epoch() {
        return watch.epoch();
    }

    /** Grants above it are the owner's own. */
    long openedAfter() {
        return openedAfter;
    }

    private void reserve(long highest) {
        reserved = highest;
        save();
    }

    private void save() {
        store.accept(new PartitionState(reserved, watch.number(), watch.epoch(), openedAfter));
    }
}
