package dev.sluice.system.bench.measure;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** Repeated measurements of one thing, in the order in which they were taken. Never empty. */
public record Samples(List<Double> values) {

    public Samples {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("no sample");
        }
        values = List.copyOf(values);
    }

    public static Samples of(Collection<? extends Number> values) {
        return new Samples(values.stream().map(Number::doubleValue).toList());
    }

    public static Samples of(double... values) {
        return new Samples(Arrays.stream(values).boxed().toList());
    }

    public int count() {
        return values.size();
    }

    /** The middle one, or the mean of the two in the middle. */
    public double median() {
        double[] sorted = sorted();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    public double min() {
        return sorted()[0];
    }

    public double max() {
        return sorted()[values.size() - 1];
    }

    public double mean() {
        return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    /** The smallest sample that at least this share (0..1) of all samples do not exceed. */
    public double percentile(double share) {
        return sorted()[Math.max(0, (int) Math.ceil(share * values.size()) - 1)];
    }

    private double[] sorted() {
        return values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    }
}
