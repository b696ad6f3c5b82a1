package dev.sluice.outbound.topology;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.streams.errors.MissingSourceTopicException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of a stream thread that dies. Kafka's troubles pass: another thread takes its place, as often as it takes. A
 * fault of our own gets a few tries, since it may hang on the moment, and then ends the process: a record that always fails
 * is shown by a process that does not stay up, not by one that quietly does nothing.
 */
final class ThreadFaults implements StreamsUncaughtExceptionHandler {
    private static final Logger log = LoggerFactory.getLogger(ThreadFaults.class);

    private static final int TRIES = 3;
    private static final long WITHIN_MS = 60_000;

    private final Consumer<Throwable> fatal;
    private final LongSupplier nowMs;
    private final Deque<Long> own = new ArrayDeque<>();

    ThreadFaults(Consumer<Throwable> fatal, LongSupplier nowMs) {
        this.fatal = fatal;
        this.nowMs = nowMs;
    }

    @Override
    public synchronized StreamThreadExceptionResponse handle(Throwable fault) {
        Throwable root = rootOf(fault);
        if (!isFinal(root) && (isKafkas(root) || mayTryAgain())) {
            log.warn("a stream thread died and is replaced", fault);
            return StreamThreadExceptionResponse.REPLACE_THREAD;
        }
        log.error("a stream thread died, and another would too", fault);
        fatal.accept(root);
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }

    private boolean mayTryAgain() {
        long now = nowMs.getAsLong();
        own.addLast(now);
        while (now - own.getFirst() > WITHIN_MS) {
            own.removeFirst();
        }
        return own.size() <= TRIES;
    }

    private static boolean isFinal(Throwable root) {
        return root instanceof FencedInstanceIdException
                || root instanceof AuthorizationException
                || root instanceof MissingSourceTopicException
                || root instanceof VirtualMachineError;
    }

    private static boolean isKafkas(Throwable root) {
        return root instanceof KafkaException && !(root instanceof StreamsException);
    }

    private static Throwable rootOf(Throwable fault) {
        Throwable root = fault;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        return root;
    }
}
