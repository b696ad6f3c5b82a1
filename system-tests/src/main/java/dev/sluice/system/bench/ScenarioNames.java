package dev.sluice.system.bench;

import dev.sluice.system.bench.scenario.ScenarioName;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The names of scenarios on the command line: in lower case. */
final class ScenarioNames implements ITypeConverter<ScenarioName>, Iterable<String> {

    @Override
    public ScenarioName convert(String value) {
        return Arrays.stream(ScenarioName.values())
                .filter(name -> text(name).equals(value))
                .findFirst()
                .orElseThrow(
                        () -> new TypeConversionException("'" + value + "' is none of " + String.join(", ", this)));
    }

    @Override
    public Iterator<String> iterator() {
        return Arrays.stream(ScenarioName.values()).map(ScenarioNames::text).iterator();
    }

    static String text(ScenarioName name) {
        return name.name().toLowerCase(Locale.ROOT);
    }
}
