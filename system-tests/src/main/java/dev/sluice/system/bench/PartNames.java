package dev.sluice.system.bench;

import dev.sluice.system.bench.ingest.IngestPart;
import dev.sluice.system.bench.send.SendPart;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The names of a bench's parts on the command line: in lower case. */
abstract class PartNames<P extends Enum<P>> implements ITypeConverter<P>, Iterable<String> {
    private final List<P> parts;

    private PartNames(P[] parts) {
        this.parts = List.of(parts);
    }

    /** Those of {@code bench ingest}. */
    static final class OfIngest extends PartNames<IngestPart> {
        OfIngest() {
            super(IngestPart.values());
        }
    }

    /** Those of {@code bench send}. */
    static final class OfSend extends PartNames<SendPart> {
        OfSend() {
            super(SendPart.values());
        }
    }

    @Override
    public P convert(String value) {
        return parts.stream()
                .filter(part -> text(part).equals(value))
                .findFirst()
                .orElseThrow(
                        () -> new TypeConversionException("'" + value + "' is none of " + String.join(", ", this)));
    }

    @Override
    public Iterator<String> iterator() {
        return parts.stream().map(PartNames::text).iterator();
    }

    static String text(Enum<?> part) {
        return part.name().toLowerCase(Locale.ROOT);
    }
}
