package dev.sluice.runtime.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SuggestionTest {
    @Test
    void theNearestIsMeantWhenItIsNear() {
        List<String> known = List.of("sluice.ingest.limit", "sluice.ingest.poll-timeout");

        assertEquals(Optional.of("sluice.ingest.limit"), Suggestion.nearest("sluice.ingest.limits", known));
        assertEquals(Optional.of("sluice.ingest.limit"), Suggestion.nearest("sluice.injest.limit", known));
        assertEquals(Optional.empty(), Suggestion.nearest("sluice.desk.port", known));
    }

    @Test
    void distanceCountsEdits() {
        assertEquals(0, Suggestion.distance("abc", "abc"));
        assertEquals(1, Suggestion.distance("abc", "ac"));
        assertEquals(3, Suggestion.distance("kitten", "sitting"));
        assertEquals(3, Suggestion.distance("", "abc"));
    }
}
