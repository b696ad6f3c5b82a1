package dev.sluice.cli;

/** The {@code sluice} command. {@code sluice -h} says what there is. */
public final class Sluice {
    private Sluice() {}

    public static void main(String[] args) {
        System.exit(CommandTree.of(Console.ofThisProcess()).execute(args));
    }
}
