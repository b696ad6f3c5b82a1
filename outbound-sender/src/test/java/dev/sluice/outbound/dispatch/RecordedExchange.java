package dev.sluice.outbound.dispatch;

import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Remembers what it is told of one exchange. */
final class RecordedExchange implements ExchangeListener {
    private final Supplier<Optional<Refusal>> check;
    final AtomicInteger asked = new AtomicInteger();
    final AtomicLong sentNanos = new AtomicLong();
    final AtomicInteger silences = new AtomicInteger();
    final BlockingQueue<Ending> endings = new LinkedBlockingQueue<>();

    RecordedExchange() {
        this(Optional::empty);
    }

    RecordedExchange(Supplier<Optional<Refusal>> check) {
        this.check = check;
    }

    @Override
    public Optional<Refusal> beforeFirstByte() {
        asked.incrementAndGet();
        return check.get();
    }

    @Override
    public void onTheWire(long nanos) {
        sentNanos.set(nanos);
    }

    @Override
    public void stillSilent(long nanos, long nowNanos) {
        silences.incrementAndGet();
    }

    @Override
    public void ended(Ending ending) {
        endings.add(ending);
    }

    Ending ending() throws InterruptedException {
        @Nullable Ending ending = endings.poll(20, TimeUnit.SECONDS);
        if (ending == null) {
            throw new AssertionError("no ending");
        }
        return ending;
    }
}
