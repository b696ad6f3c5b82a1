package dev.sluice.runtime.kafka;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.apache.kafka.common.errors.ApiException;
import org.jspecify.annotations.Nullable;

/** Every exception class of {@code org.apache.kafka.common.errors}, as the jar has them, and an instance of each. */
final class KafkaErrorClasses {
    private static final String PACKAGE = "org/apache/kafka/common/errors/";

    private KafkaErrorClasses() {}

    static List<Class<? extends Throwable>> all() throws IOException, URISyntaxException, ClassNotFoundException {
        Path jar = Path.of(ApiException.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Set<Class<? extends Throwable>> found = new TreeSet<>(Comparator.comparing(Class::getName));
        try (JarFile file = new JarFile(jar.toFile())) {
            for (String entry : file.stream().map(Object::toString).collect(Collectors.toSet())) {
                if (entry.startsWith(PACKAGE) && entry.endsWith(".class")) {
                    Class<?> c =
                            Class.forName(entry.substring(0, entry.length() - 6).replace('/', '.'));
                    if (Throwable.class.isAssignableFrom(c) && !Modifier.isAbstract(c.getModifiers())) {
                        found.add(c.asSubclass(Throwable.class));
                    }
                }
            }
        }
        return List.copyOf(found);
    }

    /** An instance made by the constructor with the fewest parameters that takes what we can offer. */
    static Throwable instance(Class<? extends Throwable> c) {
        Constructor<?>[] constructors = c.getDeclaredConstructors();
        Arrays.sort(constructors, Comparator.comparingInt(Constructor::getParameterCount));
        ReflectiveOperationException last = null;
        for (Constructor<?> constructor : constructors) {
            try {
                constructor.setAccessible(true);
                return (Throwable) constructor.newInstance(Arrays.stream(constructor.getParameterTypes())
                        .map(KafkaErrorClasses::argument)
                        .toArray());
            } catch (InvocationTargetException | InstantiationException | IllegalAccessException e) {
                last = e; // it did not like our arguments; the next one may
            }
        }
        throw new AssertionError("no constructor of " + c + " works", last);
    }

    private static @Nullable Object argument(Class<?> type) {
        Map<Class<?>, Object> values = Map.of(
                String.class,
                "x",
                int.class,
                1,
                long.class,
                1L,
                Throwable.class,
                new IllegalStateException("inner"),
                Map.class,
                Map.of(),
                Set.class,
                Set.of(),
                boolean.class,
                false);
        return values.get(type);
    }
}
