package dev.sluice.runtime.http;

import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import java.net.BindException;
import java.net.SocketException;
import java.nio.channels.UnresolvedAddressException;

/**
 * Where a port is to be, and the settings that say so, for the line of a start that fails.
 *
 * @param port 0 for one that is free
 */
public record HttpAddress(String bindKey, String bind, String portKey, int port) {

    /** A failure to bind in the words of a failed start; anything else as it is. */
    RuntimeException failure(RuntimeException thrown) {
        for (Throwable t = thrown; t != null; t = t.getCause()) {
            boolean taken =
                    t instanceof BindException && String.valueOf(t.getMessage()).contains("in use");
            if (taken) {
                return new StartFailure(
                        ExitCode.PORT_TAKEN, portKey, port + " is taken on " + bind + "; wants a free port", thrown);
            }
            if (t instanceof SocketException || t instanceof UnresolvedAddressException) {
                return new StartFailure(
                        ExitCode.USAGE,
                        bindKey,
                        "cannot listen on " + bind + ":" + port + " (" + t.getMessage()
                                + "); wants an address of this host",
                        thrown);
            }
        }
        return thrown;
    }
}
