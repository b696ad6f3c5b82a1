package dev.sluice.system.prometheus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The form of the dashboards. Nobody has looked at them in Grafana here. */
class DashboardsTest {
    private static final int WIDTH = 24;
    private static final Pattern ANCHOR = Pattern.compile("runbook[^\"#]*#([\\w-]+)");
    private static final Pattern BOARD = Pattern.compile("/d/([\\w-]+)");

    @Test
    void idsAreUnique() throws IOException {
        Set<String> boards = new HashSet<>();
        for (Dashboard board : Deployed.dashboards()) {
            assertTrue(boards.add(board.json().path("uid").asString()), board.name());
            Set<Integer> panels = new HashSet<>();
            board.panels()
                    .forEach(panel -> assertTrue(
                            panels.add(panel.path("id").asInt()), board.name() + ", id " + panel.path("id")));
        }
    }

    @Test
    void everythingAsksTheDataSourceOfTheVariable() throws IOException {
        everyPanel((where, panel) -> {
            if (panel.has("targets")) {
                assertEquals("prometheus", panel.path("datasource").path("type").asString(), where);
                assertEquals(
                        "${datasource}", panel.path("datasource").path("uid").asString(), where);
                panel.path("targets").forEach(target -> assertTrue(!target.has("datasource"), where));
            }
        });
        for (Dashboard board : Deployed.dashboards()) {
            assertEquals("datasource", board.variables().get(0).path("name").asString(), board.name());
        }
    }

    @Test
    void noPanelLiesOnAnotherOrBeyondTheEdge() throws IOException {
        for (Dashboard board : Deployed.dashboards()) {
            Set<String> taken = new HashSet<>();
            for (JsonNode panel : board.panels()) {
                JsonNode place = panel.path("gridPos");
                String where = board.name() + ", " + panel.path("title").asString();
                assertTrue(place.path("x").asInt() + place.path("w").asInt() <= WIDTH, where);
                assertTrue(place.path("w").asInt() > 0 && place.path("h").asInt() > 0, where);
                for (int x = 0; x < place.path("w").asInt(); x++) {
                    for (int y = 0; y < place.path("h").asInt(); y++) {
                        assertTrue(
                                taken.add((place.path("x").asInt() + x) + ","
                                        + (place.path("y").asInt() + y)),
                                where);
                    }
                }
            }
        }
    }

    @Test
    void everyPanelThatAsksHasATitleAUnitAndWordsForAPerson() throws IOException {
        List<String> wrong = new ArrayList<>();
        everyPanel((where, panel) -> {
            if (panel.has("targets")) {
                JsonNode unit = panel.path("fieldConfig").path("defaults").path("unit");
                if (unit.asString("").isEmpty()
                        || panel.path("title").asString("").isEmpty()
                        || panel.path("description").asString("").isEmpty()) {
                    wrong.add(where);
                }
            }
        });

        assertEquals(List.of(), wrong);
    }

    @Test
    void everyVariableThatIsUsedIsThere() throws IOException {
        List<String> unknown = new ArrayList<>();
        for (Dashboard board : Deployed.dashboards()) {
            Set<String> known = board.variables().stream()
                    .map(variable -> variable.path("name").asString())
                    .collect(Collectors.toSet());
            for (Dashboard.Query query : board.queries()) {
                query.variables().stream()
                        .filter(name -> !known.contains(name))
                        .forEach(name -> unknown.add(query.where() + ": $" + name));
            }
        }

        assertEquals(List.of(), unknown);
    }

    @Test
    void everyLinkLeadsToADashboardOrAnEntryOfTheRunbook() throws IOException {
        Set<String> boards = Deployed.dashboards().stream()
                .map(board -> board.json().path("uid").asString())
                .collect(Collectors.toSet());
        Set<String> anchors = Pattern.compile("(?m)^#{1,4} (.+)$")
                .matcher(Files.readString(Deployed.RUNBOOK))
                .results()
                .map(heading -> Anchors.of(heading.group(1)))
                .collect(Collectors.toSet());
        List<String> dead = new ArrayList<>();
        for (Dashboard board : Deployed.dashboards()) {
            String text = Files.readString(board.file());
            BOARD.matcher(text)
                    .results()
                    .map(link -> link.group(1))
                    .filter(uid -> !boards.contains(uid))
                    .forEach(dead::add);
            ANCHOR.matcher(text)
                    .results()
                    .map(link -> link.group(1))
                    .filter(anchor -> !anchors.contains(anchor))
                    .forEach(dead::add);
        }

        assertEquals(List.of(), dead);
    }

    private static void everyPanel(BiConsumer<String, JsonNode> check) throws IOException {
        for (Dashboard board : Deployed.dashboards()) {
            board.panels()
                    .forEach(panel -> check.accept(
                            board.name() + ", " + panel.path("title").asString(), panel));
        }
    }
}
