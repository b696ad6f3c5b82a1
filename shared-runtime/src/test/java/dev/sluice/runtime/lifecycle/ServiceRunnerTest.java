package dev.sluice.runtime.lifecycle;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ServiceRunnerTest {
    private final FakeProcess process = new FakeProcess();
    private final FakeService service = new FakeService();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private ServiceRunner runner = runner(Duration.ofSeconds(20));

    @AfterEach
    void leaveNoHook() {
        assertEquals(process.added, process.removed);
    }

    @Test
    void aSignalDrainsAndEndsWithZero() {
        CompletableFuture<ExitCode> running = CompletableFuture.supplyAsync(runner::run);
        await().until(() -> runner.state() == LifecycleState.RUNNING);

        process.signal();

        assertEquals(ExitCode.OK, running.join());
        assertEquals(LifecycleState.STOPPED, runner.state());
        assertEquals(List.of("start", "drain PT20S", "logging closed", "halt 0"), process.journal);
        assertEquals("", err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void aDrainThatIsNotCleanEndsWithOne() {
        service.clean = false;
        CompletableFuture<ExitCode> running = CompletableFuture.supplyAsync(runner::run);
        await().until(() -> runner.state() == LifecycleState.RUNNING);

        process.signal();

        assertEquals(ExitCode.CHECK_FAILED, running.join());
        assertEquals("sluice: shutdown: fake has not drained within 20000 ms\n", err.toString(StandardCharsets.UTF_8));
        assertEquals(List.of("start", "drain PT20S", "logging closed", "halt 1"), process.journal);
    }

    @Test
    void aDrainThatHangsIsLeftBehind() {
        runner = runner(Duration.ofMillis(50));
        service.hang = new CountDownLatch(1);
        service.ended.complete(null);

        assertEquals(ExitCode.CHECK_FAILED, runner.run());
        assertEquals(LifecycleState.FAILED, runner.state());
        service.hang.countDown();
    }

    @Test
    void aServiceWhoseWorkIsDoneEndsWithZero() {
        service.ended.complete(null);

        assertEquals(ExitCode.OK, runner.run());
        assertEquals(List.of("start", "drain PT20S", "logging closed"), process.journal);
    }

    @Test
    void aFailedStartClosesWhatItHadOpenedAndItsLineIsLast() {
        service.atStart = () -> {
            throw new StartFailure(ExitCode.TOPICS, "telegram.updates", "is missing;\n wants 12 partitions");
        };

        assertEquals(ExitCode.TOPICS, runner.run());
        assertEquals(
                "sluice: telegram.updates: is missing; wants 12 partitions\n", err.toString(StandardCharsets.UTF_8));
        assertEquals(List.of("start", "drain PT20S", "logging closed"), process.journal);
        assertEquals(LifecycleState.FAILED, runner.state());
    }

    @Test
    void anUnexpectedThrowableEndsWithSeventyAndWithoutItsSecrets() {
        service.atStart = () -> {
            throw new IllegalStateException("no /bot110001:SIMULATED-token-of-bot-110001-xxxxxx/getMe");
        };

        assertEquals(ExitCode.INTERNAL, runner.run());
        assertEquals(
                "sluice: internal fault: java.lang.IllegalStateException: no /bot110001:•••/getMe\n",
                err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void aThrowableThatNobodyCaughtEndsWithSeventy() throws InterruptedException {
        Thread thread = new Thread(() -> {
            throw new IllegalStateException("on a thread");
        });
        service.atStart = thread::start;

        assertEquals(ExitCode.INTERNAL, runner.run());
        thread.join();
        assertEquals(
                "sluice: internal fault: java.lang.IllegalStateException: on a thread\n",
                err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void aThrowableInTheDrainEndsWithSeventy() {
        service.ended.complete(null);
        service.atDrain = () -> {
            throw new IllegalStateException("while draining");
        };

        assertEquals(ExitCode.INTERNAL, runner.run());
        assertEquals(LifecycleState.FAILED, runner.state());
    }

    @Test
    void whatTheDrainFindsCanBeTheReasonToFail() {
        service.ended.complete(null);
        service.atDrain = () -> {
            throw new StartFailure(ExitCode.CHECK_FAILED, "local", "1 lost");
        };

        assertEquals(ExitCode.CHECK_FAILED, runner.run());
        assertEquals("sluice: local: 1 lost\n", err.toString(StandardCharsets.UTF_8));
        assertEquals(LifecycleState.FAILED, runner.state());
    }

    @Test
    void aServiceThatCannotGoOnNamesItsOwnCode() {
        service.ended.completeExceptionally(new StartFailure(ExitCode.UNREACHABLE, "kafka", "not authorised"));

        assertEquals(ExitCode.UNREACHABLE, runner.run());
        assertEquals("sluice: kafka: not authorised\n", err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void aSignalInterruptsTheStartAndStillDrains() {
        CountDownLatch never = new CountDownLatch(1);
        service.atStart = () -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted", e);
            }
        };
        service.atDrain = () -> assertFalse(Thread.currentThread().isInterrupted());
        CompletableFuture<ExitCode> running = CompletableFuture.supplyAsync(runner::run);
        await().until(() -> process.journal.contains("start"));

        process.signal();

        assertEquals(ExitCode.OK, running.join());
        assertTrue(process.journal.contains("halt 0"), process.journal::toString);
        assertEquals("", err.toString(StandardCharsets.UTF_8));
    }

    private ServiceRunner runner(Duration shutdownTimeout) {
        return new ServiceRunner(service, shutdownTimeout, new PrintStream(err, true, StandardCharsets.UTF_8), process);
    }

    private final class FakeService implements Service {
        Runnable atStart = () -> {};
        Runnable atDrain = () -> {};
        boolean clean = true;
        CountDownLatch hang = new CountDownLatch(0);
        final CompletableFuture<Void> ended = new CompletableFuture<>();

        @Override
        public String name() {
            return "fake";
        }

        @Override
        public void start() {
            process.journal.add("start");
            atStart.run();
        }

        @Override
        public boolean drain(Duration deadline) {
            process.journal.add("drain " + deadline);
            atDrain.run();
            try {
                hang.await();
            } catch (InterruptedException e) {
                return false;
            }
            return clean;
        }

        @Override
        public CompletionStage<Void> ended() {
            return ended;
        }
    }

    private static final class FakeProcess implements HostProcess {
        final List<String> journal = new CopyOnWriteArrayList<>();
        final List<Thread> added = new CopyOnWriteArrayList<>();
        final List<Thread> removed = new CopyOnWriteArrayList<>();

        /** What the JVM does at SIGTERM: runs the hook and waits for it. */
        void signal() {
            added.get(0).start();
            try {
                added.get(0).join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void addShutdownHook(Thread hook) {
            added.add(hook);
        }

        @Override
        public void removeShutdownHook(Thread hook) {
            removed.add(hook);
        }

        @Override
        public void closeLogging() {
            journal.add("logging closed");
        }

        @Override
        public void halt(int code) {
            journal.add("halt " + code);
        }
    }
}
