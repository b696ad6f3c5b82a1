package dev.sluice.runtime.lifecycle;

/** How a {@code sluice} process ends, as an exit code (CONTRACT "Process"). */
public enum ExitCode {
    /** Done, drained, or a {@code --for} that lost nothing. */
    OK(0),
    /** A check failed, a request was refused, or a drain missed its deadline. */
    CHECK_FAILED(1),
    /** Wrong usage, or a bad, missing or unknown setting. */
    USAGE(2),
    /** Kafka or an API was unreachable at start, or did not accept the credentials. */
    UNREACHABLE(3),
    /** Topics are missing or not as they should be. */
    TOPICS(4),
    /** A port that the process needs is taken. */
    PORT_TAKEN(5),
    /** A fault of Sluice itself. */
    INTERNAL(70);

    private final int code;

    ExitCode(int code) {
        this.code = code;
    }

    /** The number that the operating system gets. */
    public int code() {
        return code;
    }
}
