package dev.sluice.outbound.dispatch;

import dev.sluice.model.Sender;
import dev.sluice.outbound.contract.Call;
import dev.sluice.outbound.contract.Channel;
import dev.sluice.outbound.contract.Channels;
import dev.sluice.outbound.wire.ReturnReason;
import dev.sluice.runtime.secret.Secret;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns a grant whose position is committed into a call. Thread-safe, as far as {@link Credentials} are. */
final class CallMaker {
    private static final Logger log = LoggerFactory.getLogger(CallMaker.class);

    private final Channels channels;
    private final Map<Sender.Channel, URI> apiUrls;
    private final Credentials credentials;
    private final HttpSender http;
    private final CallReports reports;
    private final Map<Sender.Channel, ArrivalTimes> arrivals = new ConcurrentHashMap<>();

    CallMaker(
            Channels channels,
            Map<Sender.Channel, URI> apiUrls,
            Credentials credentials,
            HttpSender http,
            CallReports reports) {
        this.channels = channels;
        this.apiUrls = Map.copyOf(apiUrls);
        this.credentials = credentials;
        this.http = http;
        this.reports = reports;
    }

    /** Whether calls of the sender can be made at all: there is a channel, its URL, and a credential. */
    boolean canCall(Sender sender) {
        return channels.of(sender).isPresent()
                && apiUrls.containsKey(sender.channel())
                && credentials.of(sender).isPresent();
    }

    /**
     * Starts the call of a grant that holds a slot.
     *
     * @param committedNanos when the commit that took it was begun
     */
    void start(Granted granted, Tenure tenure, long committedNanos) {
        Sender sender = granted.attempt().sender();
        Optional<Channel> channel = channels.of(sender);
        Optional<Secret> secret = credentials.of(sender);
        URI apiUrl = apiUrls.get(sender.channel());
        if (channel.isEmpty() || secret.isEmpty() || apiUrl == null) {
            refuse(granted, tenure);
            return;
        }
        Call call;
        try {
            call = channel.get().call(granted.attempt(), secret.get());
        } catch (RuntimeException e) {
            // its text may hold anything; the class says enough
            log.warn(
                    "{}: no call can be made with its credentials ({})",
                    sender,
                    e.getClass().getSimpleName());
            refuse(granted, tenure);
            return;
        }
        http.send(
                apiUrl,
                call,
                channel.get().answerHeaders(),
                new RunningCall(granted, tenure, channel.get(), committedNanos, reports, arrivalsOf(sender)));
    }

    private ArrivalTimes arrivalsOf(Sender sender) {
        return arrivals.computeIfAbsent(sender.channel(), channel -> new ArrivalTimes());
    }

    private void refuse(Granted granted, Tenure tenure) {
        reports.returned(granted, tenure, new Refusal(ReturnReason.NO_CREDENTIALS, StartRules.CREDENTIALS_REST_MS));
    }
}
