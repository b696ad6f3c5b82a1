package dev.sluice.system.proxy;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The part of a request that all versions share: size, api key, version, correlation id, client id. Read, and kept as it was. */
record RequestHead(byte[] bytes, int size) {
    private static final int SIZE = 4;

    /** api key, version, correlation id, length of the client id */
    private static final int FIXED = 10;

    /** Reads from the size on. The rest of the request stays in the stream. */
    static RequestHead read(DataInputStream in) throws IOException {
        int size = in.readInt();
        if (size < FIXED) {
            throw new IOException("not a Kafka request: " + size + " bytes");
        }
        byte[] fixed = new byte[SIZE + FIXED];
        ByteBuffer.wrap(fixed).putInt(size);
        in.readFully(fixed, SIZE, FIXED);
        int clientIdLength = Math.max(0, ByteBuffer.wrap(fixed).getShort(SIZE + 8));
        byte[] all = Arrays.copyOf(fixed, fixed.length + Math.min(clientIdLength, size - FIXED));
        in.readFully(all, fixed.length, all.length - fixed.length);
        return new RequestHead(all, size);
    }

    Hit asSeenAt(int node) {
        String clientId = new String(bytes, SIZE + FIXED, bytes.length - SIZE - FIXED, StandardCharsets.UTF_8);
        ByteBuffer head = ByteBuffer.wrap(bytes);
        return new Hit(RequestType.of(head.getShort(SIZE)), head.getShort(SIZE + 2), node, clientId);
    }

    int correlationId() {
        return ByteBuffer.wrap(bytes).getInt(SIZE + 4);
    }

    /** How many bytes of this request are still in the stream. */
    int remaining() {
        return size + SIZE - bytes.length;
    }
}
