package dev.sluice.system.walls;

import static dev.sluice.system.walls.SluiceClasses.MAIN;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** NullAway looks only where {@code @NullMarked} says so. */
class NullnessTest {

    @Test
    void everyPackageIsNullMarked() {
        List<String> unmarked = MAIN.stream()
                .map(JavaClass::getPackage)
                .distinct()
                .filter(p -> !p.isAnnotatedWith(NullMarked.class))
                .map(p -> p.getName())
                .toList();

        assertEquals(List.of(), unmarked);
    }
}
