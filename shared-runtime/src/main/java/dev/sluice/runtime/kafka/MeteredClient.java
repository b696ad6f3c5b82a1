package dev.sluice.runtime.kafka;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** A Kafka client whose metrics are in the registry from its making to its closing. */
final class MeteredClient implements InvocationHandler {
    private final Object client;
    private final KafkaClientMetrics metrics;

    private MeteredClient(Object client, KafkaClientMetrics metrics) {
        this.client = client;
        this.metrics = metrics;
    }

    /** {@code client} behind its interface {@code type}; closing it by any of its methods unbinds the metrics first. */
    static <T> T bind(Class<T> type, T client, KafkaClientMetrics metrics, MeterRegistry registry) {
        metrics.bindTo(registry);
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, new MeteredClient(client, metrics)));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] args) throws Throwable {
        if (method.getName().equals("close")) {
            metrics.close();
        }
        try {
            return method.invoke(client, args);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }
}
