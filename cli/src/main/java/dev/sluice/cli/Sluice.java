package dev.sluice.cli;

/** The {@code sluice} command. {@code sluice -h} says what there is. */
public final class Sluice {
    private Sluice() {}

    public static void main(String[] args) {
        System.exit(run(Console.ofThisProcess(), args));
    }

    /** Runs one command to its end and returns the exit code. */
    public static int run(Console console, String... args) {
        return CommandTree.of(console).execute(args);
    }
}
