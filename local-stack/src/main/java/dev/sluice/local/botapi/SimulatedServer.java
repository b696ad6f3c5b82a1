package dev.sluice.local.botapi;

import dev.sluice.local.botapi.control.ControlServer;
import dev.sluice.local.botapi.control.TrafficControl;
import dev.sluice.local.botapi.engine.Engine;
import dev.sluice.local.botapi.http.ApiServer;
import dev.sluice.local.botapi.ledger.Ledger;
import dev.sluice.local.botapi.ledger.SimulatedClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A simulated Bot API server inside this process, with its control API. */
public final class SimulatedServer implements AutoCloseable {

    private final Engine engine;
    private final ApiServer api;
    private final TrafficControl traffic;
    private final ControlServer control;

    private SimulatedServer(Engine engine, ApiServer api, TrafficControl traffic, ControlServer control) {
        this.engine = engine;
        this.api = api;
        this.traffic = traffic;
        this.control = control;
    }

    /** Starts. Throws when a port is taken. */
    public static SimulatedServer start(SimulatorOptions options) throws IOException, InterruptedException {
        SimulatedClock clock = new SimulatedClock();
        Ledger ledger = new Ledger(clock, options.keeping(), options.mostCalls());
        Engine engine = new Engine(
                clock, ledger, options.seed(), options.webhookChange().toNanos());
        InetAddress bind = InetAddress.getByName(options.bind());
        ApiServer api = ApiServer.start(engine, new InetSocketAddress(bind, options.port()), options.threads());
        TrafficControl traffic = new TrafficControl(engine);
        try {
            return new SimulatedServer(
                    engine,
                    api,
                    traffic,
                    ControlServer.start(engine, api, traffic, new InetSocketAddress(bind, options.controlPort())));
        } catch (IOException e) {
            api.close();
            engine.close();
            throw e;
        }
    }

    /** Base of the API on this machine, like {@code http://127.0.0.1:8081}, without a trailing slash. */
    public String apiUrl() {
        return "http://127.0.0.1:" + api.port();
    }

    /** Base of the control API. */
    public String controlUrl() {
        return "http://127.0.0.1:" + control.port();
    }

    public Engine engine() {
        return engine;
    }

    public TrafficControl traffic() {
        return traffic;
    }

    @Override
    public void close() {
        traffic.close();
        control.close();
        api.close();
        engine.close();
    }
}
