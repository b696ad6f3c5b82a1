package dev.sluice.runtime.kafka;

import dev.sluice.runtime.management.CheckResult;
import dev.sluice.runtime.management.HealthCheck;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;

/** {@code /ready}: the cluster has answered lately. Asked from time to time, so that the check itself never waits. */
public final class KafkaReachable implements HealthCheck {
    private static final Duration PERIOD = Duration.ofSeconds(5);
    private static final Duration TIMEOUT = Duration.ofSeconds(4);

    /** Two questions in a row without an answer. */
    private static final Duration TOO_LONG = PERIOD.multipliedBy(2).plus(TIMEOUT);

    private final Admin admin;
    private volatile long lastAnswerNanos = System.nanoTime();

    private KafkaReachable(Admin admin) {
        this.admin = admin;
    }

    /** Starts asking, on {@code timer}; it ends with the timer. Kafka is taken to be reachable now. */
    public static KafkaReachable watch(Admin admin, ScheduledExecutorService timer) {
        KafkaReachable check = new KafkaReachable(admin);
        var unused =
                timer.scheduleWithFixedDelay(check::ask, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
        return check;
    }

    private void ask() {
        DescribeClusterOptions options = new DescribeClusterOptions().timeoutMs((int) TIMEOUT.toMillis());
        var unused = admin.describeCluster(options).clusterId().whenComplete((id, failure) -> {
            if (failure == null) {
                lastAnswerNanos = System.nanoTime();
            }
        });
    }

    @Override
    public String name() {
        return "kafka";
    }

    @Override
    public CheckResult check() {
        long ms = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - lastAnswerNanos);
        return CheckResult.of(ms < TOO_LONG.toMillis(), "last answer " + ms + " ms ago");
    }
}
