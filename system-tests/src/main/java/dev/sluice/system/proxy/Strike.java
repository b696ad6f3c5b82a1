package dev.sluice.system.proxy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An armed rule: tells when it has struck, and lets go of what it holds. It strikes once.
 *
 * <p>A rule on the request has struck when nothing of the request has reached the broker; a rule on the response when the
 * broker has answered and nothing of the answer has reached the client.
 */
public final class Strike {
    private final FaultRule rule;
    private final AtomicInteger seen = new AtomicInteger();
    private final CompletableFuture<Hit> hit = new CompletableFuture<>();
    private final CompletableFuture<Boolean> verdict = new CompletableFuture<>();

    Strike(FaultRule rule) {
        this.rule = rule;
    }

    /** Completes, on a thread of the proxy, at the moment it strikes. */
    public CompletableFuture<Hit> hit() {
        return hit.copy();
    }

    /**
     * Waits until it has struck.
     *
     * @throws IllegalStateException when the deadline passes
     */
    public Hit await(Duration deadline) {
        try {
            return hit.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException(rule + " has seen " + seen + " requests and not struck", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + rule, e);
        }
    }

    /** What is held goes on its way, even when its sender is gone: a late packet. */
    public void release() {
        verdict.complete(true);
    }

    /** What is held is thrown away and its connection closed. */
    public void drop() {
        verdict.complete(false);
    }

    FaultRule rule() {
        return rule;
    }

    /** Whether this request is the one. */
    boolean takes(Hit request) {
        return rule.covers(request) && seen.incrementAndGet() == rule.nth();
    }

    /** Acts at the request; false: the connection has to be closed. */
    boolean atRequest(Hit request) throws InterruptedException {
        if (rule.action().strikesAtResponse()) {
            return true;
        }
        hit.complete(request);
        return switch (rule.action()) {
            case HOLD_REQUEST -> verdict.join();
            case DELAY -> {
                Thread.sleep(rule.delay().toMillis());
                yield true;
            }
            default -> false;
        };
    }

    /** Acts at the response; false: the connection has to be closed. */
    boolean atResponse(Hit request) {
        hit.complete(request);
        return rule.action() == FaultAction.HOLD_RESPONSE && verdict.join();
    }
}
