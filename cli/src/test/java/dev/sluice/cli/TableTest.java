package dev.sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {

    @Test
    void columnsAreAsWideAsTheirWidestCell() {
        Table table = new Table("STATE", "CHAT", "REQUEST");
        table.add("sent", "-1001234567890", "a");
        table.add("unknown", "", "greeting-42");

        assertEquals(
                List.of(
                        "STATE    CHAT            REQUEST",
                        "sent     -1001234567890  a",
                        "unknown  -               greeting-42"),
                table.lines());
    }

    /** An escape sequence in a request id would otherwise rewrite the rows around it. */
    @Test
    void cellsCannotMoveTheCursor() {
        Table table = new Table("REQUEST");
        table.add("a\u001b[2Jb\u202ec");

        assertEquals("a·[2Jb·c", table.lines().get(1));
    }

    @Test
    void longTextIsCutForALine() {
        assertEquals(201, Plain.line("x".repeat(500)).length());
        assertTrue(Plain.line("x".repeat(500)).endsWith("…"));
        assertEquals("café 👍", Plain.line("café 👍"));
    }

    @Test
    void aJsonValueStaysOneLine() {
        byte[] value = "{\"a\":\n [1.50,\r\n\"b\\n\"]}".getBytes(StandardCharsets.UTF_8);

        assertEquals("{\"outcome\":{\"a\":  [1.50,  \"b\\n\"]}}", JsonLines.of("outcome", value));
    }
}
