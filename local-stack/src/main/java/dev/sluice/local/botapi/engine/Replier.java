package dev.sluice.local.botapi.engine;

/** The connection on which a call came in. */
public interface Replier {

    /** Sends the answer. Does nothing when the client has gone. */
    void send(Wire wire);

    /** Closes the connection without an answer. */
    void drop();

    /** Client address and port. */
    String peer();

    /** Client address without the port. */
    String peerAddress();

    /** Whether the client has closed the connection. */
    boolean isGone();
}
