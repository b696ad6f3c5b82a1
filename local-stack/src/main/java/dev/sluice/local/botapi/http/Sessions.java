package dev.sluice.local.botapi.http;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hc.core5.reactor.IOSession;
import org.apache.hc.core5.reactor.IOSessionListener;
import org.jspecify.annotations.Nullable;

/** The open connections by client address: faults need the connection, which exchange handlers are not given. */
final class Sessions implements IOSessionListener {

    private final Map<SocketAddress, Connection> open = new ConcurrentHashMap<>();

    @Nullable
    Connection of(@Nullable SocketAddress peer) {
        return peer == null ? null : open.get(peer);
    }

    int size() {
        return open.size();
    }

    @Override
    public void connected(IOSession session) {
        open.put(session.getRemoteAddress(), Connection.of(session));
    }

    @Override
    public void disconnected(IOSession session) {
        SocketAddress peer = session.getRemoteAddress();
        if (peer == null) {
            // The socket no longer knows; look for it the long way.
            open.values().removeIf(other -> other.session().getId().equals(session.getId()));
        } else {
            open.remove(peer);
        }
    }

    @Override
    public void startTls(IOSession session) {}

    @Override
    public void inputReady(IOSession session) {}

    @Override
    public void outputReady(IOSession session) {}

    @Override
    public void timeout(IOSession session) {}

    @Override
    public void exception(IOSession session, Exception ex) {}

    /** One open connection; its texts are made once, since the ledger keeps them with every call. */
    record Connection(IOSession session, String peer, String peerAddress) {

        static Connection of(IOSession session) {
            if (session.getRemoteAddress() instanceof InetSocketAddress inet) {
                String address = inet.getAddress().getHostAddress();
                return new Connection(session, address + ":" + inet.getPort(), address);
            }
            return new Connection(session, "", "");
        }
    }
}
