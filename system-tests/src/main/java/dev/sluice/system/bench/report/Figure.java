package dev.sluice.system.bench.report;

import dev.sluice.system.bench.measure.Samples;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One measured figure.
 *
 * @param name what it is, for people; unique within a run
 * @param unit empty for ratios and counts
 * @param digits after the point, for people
 * @param aim what it should reach; null where it is only reported
 * @param value what counts, usually the median of the samples
 * @param samples everything it was made from
 * @param note how it was measured, when the name does not say
 */
public record Figure(
        String name, String unit, int digits, @Nullable Aim aim, double value, Samples samples, String note) {

    /** The median of the samples. */
    public static Figure median(String name, String unit, int digits, @Nullable Aim aim, Samples samples) {
        return new Figure(name, unit, digits, aim, samples.median(), samples, "");
    }

    /** A single reading. */
    public static Figure single(String name, String unit, int digits, @Nullable Aim aim, double value) {
        return new Figure(name, unit, digits, aim, value, Samples.of(value), "");
    }

    public Figure withNote(String text) {
        return new Figure(name, unit, digits, aim, value, samples, text);
    }

    /** Whether the aim is reached; empty without an aim. */
    public Optional<Boolean> isMet() {
        return aim == null ? Optional.empty() : Optional.of(aim.isMetBy(value));
    }

    String verdict() {
        return isMet().map(met -> met ? "met" : "not met").orElse("");
    }

    String aimText() {
        return aim == null ? "" : aim.direction().sign() + " " + withUnit(aim.value());
    }

    String measuredText() {
        return withUnit(value);
    }

    /** Smallest and largest sample; empty for a single reading. */
    String spreadText() {
        return samples.count() == 1
                ? ""
                : number(samples.min()) + " to " + number(samples.max()) + " (" + samples.count() + ")";
    }

    private String withUnit(double of) {
        return unit.isEmpty() ? number(of) : number(of) + " " + unit;
    }

    private String number(double of) {
        return String.format(Locale.ROOT, "%,." + digits + "f", of);
    }
}
