package dev.sluice.local.botapi.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultPlanTest {

    private static final long MS = 1_000_000L;

    @Test
    void theNthMatchingCallOnly() {
        assertEquals(List.of(3), struckOutOf(6, "\"method\":\"getUpdates\",\"nth\":3"));
    }

    @Test
    void eachNthMatchingCall() {
        assertEquals(List.of(2, 4, 6), struckOutOf(6, "\"every\":2"));
    }

    @Test
    void atMostSoOften() {
        assertEquals(List.of(1, 2), struckOutOf(6, "\"times\":2"));
    }

    @Test
    void countersMayBePerBot() {
        FaultPlan plan = plan("\"nth\":2,\"per_bot\":true", 0);

        assertTrue(plan.decide("getMe", 1, 0).isEmpty());
        assertTrue(plan.decide("getMe", 2, 0).isEmpty());
        assertTrue(plan.decide("getMe", 1, 0).isPresent());
        assertTrue(plan.decide("getMe", 2, 0).isPresent());
    }

    @Test
    void methodAndBotsRestrict() {
        FaultPlan plan = plan("\"method\":\"GETUPDATES\",\"bots\":[7,8]", 0);

        assertTrue(plan.decide("getUpdates", 8, 0).isPresent());
        assertTrue(plan.decide("getUpdates", 9, 0).isEmpty());
        assertTrue(plan.decide("getMe", 8, 0).isEmpty());
    }

    @Test
    void theWindowCountsFromWhenThePlanWasPut() {
        FaultPlan plan = plan("\"from_ms\":100,\"until_ms\":200", 5000 * MS);

        assertTrue(plan.decide("getMe", 1, 5099 * MS).isEmpty());
        assertTrue(plan.decide("getMe", 1, 5100 * MS).isPresent());
        assertTrue(plan.decide("getMe", 1, 5199 * MS).isPresent());
        assertTrue(plan.decide("getMe", 1, 5200 * MS).isEmpty());
    }

    @Test
    void probabilityIsSeeded() {
        List<Integer> first = struckOutOf(1000, "\"probability\":0.1");

        assertEquals(first, struckOutOf(1000, "\"probability\":0.1"));
        assertTrue(first.size() > 60 && first.size() < 150, first.size() + " of 1000");
    }

    @Test
    void theFirstRuleThatStrikesDecides() {
        FaultPlan plan = FaultPlanCodec.decode(
                "{\"rules\":[{\"name\":\"a\",\"match\":{\"nth\":2},\"do\":{\"kind\":\"html_502\"}},"
                        + "{\"name\":\"b\",\"do\":{\"kind\":\"half_open\"}}]}",
                0);

        assertEquals("b", plan.decide("getMe", 1, 0).orElseThrow().rule());
        assertEquals("a", plan.decide("getMe", 1, 0).orElseThrow().rule());
    }

    private static List<Integer> struckOutOf(int calls, String match) {
        FaultPlan plan = plan(match, 0);
        List<Integer> struck = new ArrayList<>();
        for (int n = 1; n <= calls; n++) {
            if (plan.decide("getUpdates", 1, 0).isPresent()) {
                struck.add(n);
            }
        }
        return struck;
    }

    private static FaultPlan plan(String match, long nowNanos) {
        return FaultPlanCodec.decode(
                "{\"rules\":[{\"match\":{" + match + "},\"do\":{\"kind\":\"half_open\"}}]}", nowNanos);
    }
}
