package dev.sluice.system.harness;

import java.nio.file.Path;

/** One {@code sluice ingest}. */
public final class PollerProcess extends ServiceProcess {

    private PollerProcess(Started started) {
        super(started);
    }

    /** How to start one. */
    public static final class Builder extends ServiceProcess.Builder<PollerProcess, Builder> {

        Builder(String name, Path logDirectory) {
            super("ingest", name, logDirectory);
        }

        @Override
        PollerProcess started(Started started) {
            return new PollerProcess(started);
        }

        @Override
        Builder self() {
            return this;
        }
    }
}
