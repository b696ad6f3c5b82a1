package dev.sluice.local.botapi.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.local.botapi.core.Arguments;
import dev.sluice.local.botapi.core.FormArguments;
import dev.sluice.local.botapi.core.JsonArguments;
import dev.sluice.local.botapi.engine.Engine;
import dev.sluice.local.botapi.engine.Request;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.nio.AsyncServerExchangeHandler;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.ResponseChannel;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** One HTTP exchange: reads a call, hands it to the engine, and writes what the engine sends, whenever that is. */
final class ApiExchange implements AsyncServerExchangeHandler {

    private static final int MAX_PARAMETERS = 1 << 20;
    private static final byte[] NO_BODY = new byte[0];

    private final Engine engine;
    private final Sessions sessions;
    private @Nullable WireReplier replier;
    private String target = "";
    private String contentType = "";
    private long headNanos;
    private byte[] body = NO_BODY;
    private int bodyLength;
    private int refusedWith;

    ApiExchange(Engine engine, Sessions sessions) {
        this.engine = engine;
        this.sessions = sessions;
    }

    @Override
    public void handleRequest(
            HttpRequest request, @Nullable EntityDetails entity, ResponseChannel channel, HttpContext context) {
        headNanos = System.nanoTime();
        target = request.getPath();
        replier = new WireReplier(channel, context, sessions, engine.timers());
        String method = request.getMethod();
        if (!method.equals("GET") && !method.equals("POST")) {
            refusedWith = 501;
        }
        if (entity == null) {
            complete();
            return;
        }
        if (entity.getContentEncoding() != null) {
            refusedWith = 415;
        }
        contentType =
                entity.getContentType() == null ? "" : entity.getContentType().toLowerCase(Locale.ROOT);
        long length = entity.getContentLength();
        if (length > MAX_PARAMETERS) {
            refusedWith = 413;
        } else if (length > 0) {
            body = new byte[(int) length];
        }
    }

    @Override
    public void updateCapacity(CapacityChannel capacityChannel) throws IOException {
        capacityChannel.update(Integer.MAX_VALUE);
    }

    @Override
    public void consume(ByteBuffer src) {
        int more = src.remaining();
        if (bodyLength + more > MAX_PARAMETERS) {
            refusedWith = 413;
            src.position(src.limit());
            return;
        }
        if (bodyLength + more > body.length) {
            body = Arrays.copyOf(body, Math.max(bodyLength + more, body.length * 2));
        }
        src.get(body, bodyLength, more);
        bodyLength += more;
    }

    @Override
    public void streamEnd(@Nullable List<? extends Header> trailers) {
        complete();
    }

    private void complete() {
        WireReplier sender = replier;
        if (sender == null) {
            return;
        }
        if (refusedWith != 0) {
            sender.refuse(refusedWith);
            return;
        }
        byte[] sent = bodyLength == body.length ? body : Arrays.copyOf(body, bodyLength);
        body = NO_BODY;
        int question = target.indexOf('?');
        String path = question < 0 ? target : target.substring(0, question);
        Arguments arguments = new Arguments();
        if (question >= 0) {
            FormArguments.read(target.substring(question + 1), arguments);
        }
        if (contentType.contains("application/x-www-form-urlencoded")) {
            FormArguments.read(new String(sent, UTF_8), arguments);
        } else if (contentType.contains("application/json")) {
            JsonArguments.read(sent, arguments);
        }
        engine.received(new Request(decoded(path), arguments, sent, headNanos), sender);
    }

    private static String decoded(String path) {
        try {
            return path.indexOf('%') < 0 ? path : URLDecoder.decode(path, UTF_8);
        } catch (IllegalArgumentException badEscape) {
            return path;
        }
    }

    @Override
    public int available() {
        return replier == null ? 0 : replier.available();
    }

    @Override
    public void produce(DataStreamChannel channel) throws IOException {
        if (replier != null) {
            replier.produce(channel);
        }
    }

    @Override
    public void failed(Exception cause) {
        releaseResources();
    }

    @Override
    public void releaseResources() {
        if (replier != null) {
            replier.gone();
        }
        body = NO_BODY;
    }
}
