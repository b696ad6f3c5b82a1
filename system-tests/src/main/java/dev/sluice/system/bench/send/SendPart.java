package dev.sluice.system.bench.send;

/** What {@code --only} can name, in the order in which they run. */
public enum SendPart {
    /** From the request to the wire. */
    LATENCY,
    /** What goes out under the limits of a bot, a group and a chat. */
    RATE,
    /** 200 bots without limits, against a bare loop. */
    FANOUT,
    /** A million jobs that wait: grants, memory, restarts, a reply behind them. */
    BACKLOG,
    /** A million chats that were sent to. */
    CHATS
}
