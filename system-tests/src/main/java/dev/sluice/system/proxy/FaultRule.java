package dev.sluice.system.proxy;

import java.time.Duration;

/**
 * At the n-th request of a type, counted from the moment the rule is armed, do something once.
 *
 * @param type the request it waits for
 * @param nth from 1
 * @param node only requests to this node count; 0: to any
 * @param client only requests whose client id contains this count; empty: any. A producer's client id carries its
 *     transactional id unless it was set
 * @param action what to do
 * @param delay how long {@link FaultAction#DELAY} waits
 */
public record FaultRule(RequestType type, int nth, int node, String client, FaultAction action, Duration delay) {
    public FaultRule {
        if (nth < 1) {
            throw new IllegalArgumentException("requests are counted from 1, not " + nth);
        }
    }

    /** Strikes at the first request of this type from any client to any node. */
    public static FaultRule at(RequestType type, FaultAction action) {
        return new FaultRule(type, 1, 0, "", action, Duration.ZERO);
    }

    public FaultRule nth(int value) {
        return new FaultRule(type, value, node, client, action, delay);
    }

    public FaultRule onNode(int value) {
        return new FaultRule(type, nth, value, client, action, delay);
    }

    public FaultRule ofClient(String part) {
        return new FaultRule(type, nth, node, part, action, delay);
    }

    public FaultRule delayedBy(Duration value) {
        return new FaultRule(type, nth, node, client, action, value);
    }

    boolean covers(Hit request) {
        return request.type() == type
                && (node == 0 || node == request.node())
                && request.clientId().contains(client);
    }
}
