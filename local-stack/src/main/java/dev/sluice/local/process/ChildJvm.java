package dev.sluice.local.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One child JVM on this machine: the same java, its own class path, environment and log files.
 *
 * <p>Standard output goes to {@code <name>.out} and standard error to {@code <name>.log} in the log directory, both
 * appended to, so a restarted child continues its files. The class path travels in the environment, which keeps the command
 * line short. The environment is this process's without its {@code SLUICE_*} variables, plus what the builder was given:
 * settings never leak in by accident.
 *
 * <p>A child never outlives its parent (see {@link ChildMain}); on a normal exit of the parent a shutdown hook kills what
 * was not stopped. Methods may be called from any thread.
 */
public final class ChildJvm implements AutoCloseable {
    private static final Set<ChildJvm> RUNNING = ConcurrentHashMap.newKeySet();
    private static volatile boolean keptOnShutdown;

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(ChildJvm::onShutdown, "child-jvm-kill"));
    }

    private final String name;
    private final List<String> command;
    private final Process process;
    private final Path outFile;
    private final Path logFile;
    private final OutputWatch output;
    private @Nullable Freeze freeze;

    private ChildJvm(Builder b) throws IOException {
        name = b.name;
        Files.createDirectories(b.logDirectory);
        outFile = b.logDirectory.resolve(name + ".out");
        logFile = b.logDirectory.resolve(name + ".log");
        output = OutputWatch.fromEndOf(outFile);
        command = b.command();
        ProcessBuilder start = new ProcessBuilder(deafToTerminal(command))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(outFile.toFile()))
                .redirectError(ProcessBuilder.Redirect.appendTo(logFile.toFile()));
        start.environment().keySet().removeIf(key -> key.startsWith("SLUICE_"));
        start.environment().put("CLASSPATH", b.classPath);
        start.environment().putAll(b.environment);
        process = start.start();
        RUNNING.add(this);
        var unused = process.onExit().thenRun(() -> RUNNING.remove(this));
    }

    /** A child that runs {@code main} with this JVM's class path. */
    public static Builder of(Class<?> main) {
        return of(main.getName());
    }

    /** A child that runs the class of this name, which need not be visible here. */
    public static Builder of(String mainClass) {
        return new Builder(mainClass);
    }

    /**
     * From now on children live on while this JVM shuts down: for a parent that drains in a shutdown hook of its own and
     * needs them for it. They still end with it.
     */
    public static void keepOnShutdown() {
        keptOnShutdown = true;
    }

    private static void onShutdown() {
        if (!keptOnShutdown) {
            RUNNING.forEach(ChildJvm::killHard);
        }
    }

    public String name() {
        return name;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** The arguments it was started with, java itself first; no class path and no environment among them. */
    public List<String> command() {
        return command;
    }

    /** The file that collects standard output. */
    public Path outFile() {
        return outFile;
    }

    /** The file that collects standard error, where services log. */
    public Path logFile() {
        return logFile;
    }

    /**
     * Waits for a line on standard output, written since this start, that begins with {@code prefix}.
     *
     * @return the whole line
     * @throws IllegalStateException when the child ends first or the deadline passes; the message has the end of its log
     */
    public String awaitLine(String prefix, Duration deadline) {
        long end = System.nanoTime() + deadline.toNanos();
        while (true) {
            // alive is asked before the file is read, so that the last words of a child that has just ended are seen
            boolean ended = !isAlive();
            String line = output.find(prefix);
            if (line != null) {
                return line;
            }
            if (ended || System.nanoTime() > end) {
                throw new IllegalStateException(name + (ended ? " ended" : " ran on") + " without the line '" + prefix
                        + "'; its log ends with\n" + OutputWatch.tail(logFile, 30));
            }
            sleep(Duration.ofMillis(10));
        }
    }

    /**
     * Asks for a clean end (SIGTERM) and waits; SIGKILL when the deadline passes. A frozen child is woken first.
     *
     * @return true when it ended by itself in time
     */
    public boolean stop(Duration deadline) {
        resume();
        process.destroy();
        boolean clean = awaitExit(deadline).isPresent();
        if (!clean) {
            killHard();
        }
        return clean;
    }

    /** SIGKILL, frozen or not, and waits until it is gone. */
    public void killHard() {
        process.destroyForcibly();
        awaitExit(Duration.ofSeconds(10));
        thaw();
    }

    /** SIGSTOP: all its threads stand still until {@link #resume()}, and a parent that dies wakes it up again. */
    public synchronized void pause() {
        if (freeze == null) {
            freeze = Freeze.of(pid());
        }
    }

    /** SIGCONT; nothing happens when it is not frozen. */
    public void resume() {
        thaw();
    }

    /** Waits for its end; empty when the deadline passes. */
    public OptionalInt awaitExit(Duration deadline) {
        try {
            return process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)
                    ? OptionalInt.of(process.exitValue())
                    : OptionalInt.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return OptionalInt.empty();
        }
    }

    /** Its exit code, or empty while it runs. */
    public OptionalInt exitCode() {
        return isAlive() ? OptionalInt.empty() : OptionalInt.of(process.exitValue());
    }

    /** Kills it when it still runs. */
    @Override
    public void close() {
        killHard();
    }

    /**
     * A Ctrl-C goes to the whole process group. Children are deaf to it (java leaves ignored signals alone), so that the
     * parent decides in which order things stop.
     */
    private static List<String> deafToTerminal(List<String> command) {
        List<String> all = new ArrayList<>(List.of("/bin/sh", "-c", "trap '' INT HUP; exec \"$0\" \"$@\""));
        all.addAll(command);
        return all;
    }

    private synchronized void thaw() {
        if (freeze != null) {
            freeze.close();
            freeze = null;
        }
    }

    private static void sleep(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for a child process", e);
        }
    }

    /** What to start. Not thread-safe; may be reused for another start of the same child. */
    public static final class Builder {
        private final String mainClass;
        private final Map<String, String> environment = new LinkedHashMap<>();
        private final List<String> jvmOptions = new ArrayList<>();
        private final List<String> arguments = new ArrayList<>();
        private String name;
        private String classPath = System.getProperty("java.class.path", "");
        private Path logDirectory = Path.of("target", "children");

        private Builder(String mainClass) {
            this.mainClass = mainClass;
            this.name = mainClass.substring(mainClass.lastIndexOf('.') + 1);
        }

        /** Names the child and its two files; the simple name of its main class unless given. */
        public Builder name(String value) {
            name = value;
            return this;
        }

        public Builder logDirectory(Path value) {
            logDirectory = value;
            return this;
        }

        public Builder classPath(String value) {
            classPath = value;
            return this;
        }

        public Builder env(String key, String value) {
            environment.put(key, value);
            return this;
        }

        public Builder env(Map<String, String> values) {
            environment.putAll(values);
            return this;
        }

        public Builder jvmOptions(String... values) {
            jvmOptions.addAll(List.of(values));
            return this;
        }

        /** When the parent dies, the child ends as by SIGKILL and not as by SIGTERM. */
        public Builder haltsWithParent() {
            return jvmOptions("-D" + ChildMain.HALTS_WITH_PARENT + "=true");
        }

        public Builder args(String... values) {
            arguments.addAll(List.of(values));
            return this;
        }

        /**
         * Starts the process; it may not have reached its main yet when this returns.
         *
         * @throws UncheckedIOException when the process or its files cannot be made
         */
        public ChildJvm start() {
            try {
                return new ChildJvm(this);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot start " + name, e);
            }
        }

        private List<String> command() {
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(jvmOptions);
            command.add(ChildMain.class.getName());
            command.add(mainClass);
            command.addAll(arguments);
            return List.copyOf(command);
        }
    }
}
