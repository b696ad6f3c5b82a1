package dev.sluice.cli;

import picocli.CommandLine.Option;

/** {@code --json}. */
public final class JsonOption {
    @Option(names = "--json", description = "Print one JSON object per line.")
    private boolean on;

    public boolean isOn() {
        return on;
    }
}
