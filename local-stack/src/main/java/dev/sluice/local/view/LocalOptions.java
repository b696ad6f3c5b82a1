package dev.sluice.local.view;

import java.time.Duration;
import java.util.Optional;

/**
 * What {@code sluice local} was asked for.
 *
 * @param bots simulated bots
 * @param ratePerSecond updates per second, over all bots
 * @param runFor from the ready line until the sources stop; empty until Ctrl-C
 * @param fresh whether to begin with an empty broker
 * @param json whether to print JSON
 * @param real whether the real Bot API may be polled
 * @param echo whether the updates of real bots are answered too
 */
record LocalOptions(
        int bots,
        double ratePerSecond,
        Optional<Duration> runFor,
        boolean fresh,
        boolean json,
        boolean real,
        boolean echo) {}
