package dev.sluice.runtime.management;

import java.util.function.Supplier;

/** One question that {@code /healthy} or {@code /ready} answers. Called on the management server's threads. */
public interface HealthCheck {
    /** A short name, the same in every answer. */
    String name();

    /** The answer now. Looks at state that is there; never waits, never asks Kafka or an API. */
    CheckResult check();

    /** A check from a name and a function. */
    static HealthCheck of(String name, Supplier<CheckResult> check) {
        return new HealthCheck() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public CheckResult check() {
                return check.get();
            }
        };
    }
}
