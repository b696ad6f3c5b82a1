package dev.sluice.system.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SamplesTest {

    @Test
    void theMedianIsTheMiddleOneWhateverTheOrder() {
        assertEquals(3, Samples.of(9, 1, 3).median());
        assertEquals(2, Samples.of(9, 1, 1, 3).median());
    }

    @Test
    void aPercentileIsTheSmallestSampleThatSoManyDoNotExceed() {
        // Given 1 to 200
        Samples samples = Samples.of(IntStream.rangeClosed(1, 200).boxed().toList());

        // Then
        assertEquals(100, samples.percentile(0.50));
        assertEquals(198, samples.percentile(0.99));
        assertEquals(200, samples.percentile(1));
        assertEquals(1, samples.percentile(0));
    }

    @Test
    void noSampleIsNoFigure() {
        assertThrows(IllegalArgumentException.class, () -> new Samples(List.of()));
    }
}
