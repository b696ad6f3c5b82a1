package dev.sluice.cli;

import picocli.CommandLine.Option;

/** {@code --json}. */
final class JsonOption {
    @Option(names = "--json", description = "Print one JSON object per line.")
    private boolean on;

    boolean isOn() {
        return on;
    }
}
