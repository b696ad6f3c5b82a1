package dev.sluice.runtime.kafka;

import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.settings.CommonSettings;
import dev.sluice.runtime.settings.Settings;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.BootstrapResolutionException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/** The first contact with Kafka, and its answers in the words of a failed start. */
public final class KafkaStart {
    private static final String SUBJECT = "kafka";

    private KafkaStart() {}

    /** {@link #await(Admin, String, Duration)} with the servers and the time of the settings. */
    public static void await(Admin admin, Settings settings) {
        await(
                admin,
                String.join(",", settings.get(CommonSettings.BOOTSTRAP_SERVERS)),
                settings.get(CommonSettings.STARTUP_TIMEOUT));
    }

    /**
     * Waits until Kafka answers.
     *
     * @param servers what {@code bootstrap.servers} is set to, for the line
     * @throws StartFailure (UNREACHABLE) when it has not answered within {@code timeout}, or at once when it does not accept
     *     our credentials: waiting does not make a wrong password right
     */
    public static void await(Admin admin, String servers, Duration timeout) {
        long until = System.nanoTime() + timeout.toNanos();
        while (true) {
            long leftMs = Math.max(1, TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime()));
            DescribeClusterOptions options = new DescribeClusterOptions().timeoutMs((int) Math.min(leftMs, 5_000));
            try {
                get(admin.describeCluster(options).clusterId(), leftMs, "");
                return;
            } catch (org.apache.kafka.common.errors.TimeoutException | BootstrapResolutionException e) {
                if (System.nanoTime() - until >= 0) {
                    throw new StartFailure(
                            ExitCode.UNREACHABLE,
                            SUBJECT,
                            "no answer from " + servers + " within " + timeout.toMillis()
                                    + " ms; wants brokers there that speak what sluice.kafka.security.protocol says",
                            e);
                }
            }
        }
    }

    /**
     * What an Admin call gives; a Kafka error as itself, or as a {@link StartFailure} when no repetition would help.
     *
     * @param purpose what it is for, like {@code "to describe x"}, as it follows {@code "not authorised"}
     */
    static <T> T get(KafkaFuture<T> future, long timeoutMs, String purpose) {
        try {
            return future.get(timeoutMs, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw failure(e.getCause() == null ? e : e.getCause(), purpose);
        } catch (TimeoutException e) {
            throw new org.apache.kafka.common.errors.TimeoutException("no answer within " + timeoutMs + " ms", e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    /** What TLS says is wrong stands in the innermost cause. */
    private static String root(Throwable t) {
        Throwable root = t;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }

    private static RuntimeException failure(Throwable t, String purpose) {
        if (t instanceof SslAuthenticationException) {
            return new StartFailure(
                    ExitCode.UNREACHABLE,
                    SUBJECT,
                    "no TLS connection (" + root(t)
                            + "); wants the brokers' CA in sluice.kafka.ssl.truststore.*, broker"
                            + " certificates that hold the names in bootstrap.servers, and our own certificate where they ask"
                            + " for one",
                    t);
        }
        if (t instanceof AuthenticationException) {
            return new StartFailure(
                    ExitCode.UNREACHABLE,
                    SUBJECT,
                    "does not accept our credentials (" + t.getMessage()
                            + "); wants sluice.kafka.sasl.* or .ssl.* to be right",
                    t);
        }
        if (t instanceof AuthorizationException) {
            return new StartFailure(
                    ExitCode.UNREACHABLE,
                    SUBJECT,
                    "we are not authorised " + purpose + " (" + t.getMessage()
                            + "); wants the ACLs that Sluice's user needs",
                    t);
        }
        if (t instanceof UnsupportedVersionException) {
            return new StartFailure(
                    ExitCode.UNREACHABLE, SUBJECT, "is too old (" + t.getMessage() + "); wants 4.0 or later", t);
        }
        return t instanceof RuntimeException r ? r : new IllegalStateException(t);
    }
}
