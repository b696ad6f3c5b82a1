package dev.sluice.outbound.desk.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.model.JobKey;
import dev.sluice.model.Sender;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandFormTest {
    private static final JobKey OPEN = new JobKey(Sender.telegram(1), "open");

    private final CommandForm form =
            new CommandForm("desk:127.0.0.1", key -> key.equals(OPEN) ? OptionalInt.of(3) : OptionalInt.empty());

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'command':'resolve','sender':'telegram:1','request_id':'open','decision':'drop'} "
                        + "| {'command':'resolve','sender':'telegram:1','request_id':'open','attempt':3,'decision':'drop','by':'desk:127.0.0.1','note':null}",
                "{'command':'resolve','sender':'telegram:1','request_id':'x','decision':'sent','attempt':7,'by':'somebody else','note':'n'} "
                        + "| {'command':'resolve','sender':'telegram:1','request_id':'x','attempt':7,'decision':'sent','by':'desk:127.0.0.1','note':'n'}",
                "{'command':'cancel','sender':'telegram:1','request_id':'x'} "
                        + "| {'command':'cancel','sender':'telegram:1','request_id':'x','by':'desk:127.0.0.1'}",
                "{'command':'cancel_chat','sender':'telegram:1','chat_id':-1001234567890} "
                        + "| {'command':'cancel_chat','sender':'telegram:1','chat_id':-1001234567890,'before':null,'by':'desk:127.0.0.1'}",
                "{'command':'pause','sender':'telegram:1'} | {'command':'pause','sender':'telegram:1','by':'desk:127.0.0.1'}",
                "[{'command':'resume','sender':'telegram:1'}] | {'command':'resume','sender':'telegram:1','by':'desk:127.0.0.1'}",
            })
    void fillsInWhoAndTheOpenAttempt(String body, String value) {
        List<CommandForm.Filled> filled = form.read(json(body));

        assertEquals(1, filled.size());
        assertEquals(value.replace('\'', '"'), new String(filled.get(0).value(), StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``                                           | body: neither a command nor an array of commands",
                "null                                         | body: neither a command nor an array of commands",
                "'pause'                                      | body: neither a command nor an array of commands",
                "{                                            | body: not JSON, or a name stands twice in an object",
                "{} {}                                        | body: not JSON, or a name stands twice in an object",
                "{'command':'pause','command':'resume','sender':'telegram:1'} | body: not JSON, or a name stands twice in an object",
                "[[[[[[[[[[[[]]]]]]]]]]]]                     | body: not JSON, or a name stands twice in an object",
                "[]                                           | commands: wants 1 to 1000 of them",
                "[1]                                          | [0].command: not a JSON object",
                "{'sender':'telegram:1'}                      | command: none of cancel, cancel_chat, resolve, pause, resume",
                "{'command':'shutdown','sender':'telegram:1'} | command: none of cancel, cancel_chat, resolve, pause, resume",
                "{'command':['pause'],'sender':'telegram:1'}  | command: none of cancel, cancel_chat, resolve, pause, resume",
                "{'command':'pause'}                          | sender: missing",
                "{'command':'pause','sender':'x'}             | sender: neither telegram:<bot_id> nor unifyport:<account_id>",
                "{'command':'pause','sender':'telegram:1','request_id':'x'} | command: has a field that is none of its own",
                "{'command':'cancel_chat','sender':'telegram:1','chat_id':1,'befor':'2026-11-30T12:00:00Z'} | command: has a field that is none of its own",
                "{'command':'cancel_chat','sender':'telegram:1','chat_id':1.5} | chat_id: neither integer nor text",
                "{'command':'resolve','sender':'telegram:1','decision':'drop'} | request_id: missing, or not a text",
                "{'command':'resolve','sender':'telegram:1','request_id':'gone','decision':'drop'} | attempt: missing, and no review of this request is open",
                "{'command':'resolve','sender':'telegram:1','request_id':'open','attempt':-1,'decision':'drop'} | attempt: not within 0..2147483647",
                "[{'command':'pause','sender':'telegram:1'},{'command':'resolve','sender':'telegram:1','request_id':'open','decision':'explode'}] | [1].decision: none of sent, resend, drop",
            })
    void oneFaultRefusesAll(String body, String detail) {
        Refused refused = assertThrows(Refused.class, () -> form.read(json(body)));

        assertEquals(detail, refused.detail());
    }

    @Test
    void takesAThousandAndNoMore() {
        String one = "{'command':'pause','sender':'telegram:1'}";

        assertEquals(
                1_000,
                form.read(json("[" + (one + ",").repeat(999) + one + "]")).size());
        assertThrows(Refused.class, () -> form.read(json("[" + (one + ",").repeat(1_000) + one + "]")));
    }

    @Test
    void aNoteThatItsRecordCannotHoldIsRefused() {
        String note = "x".repeat(600 * 1024);

        Refused refused = assertThrows(
                Refused.class,
                () -> form.read(json("{'command':'resolve','sender':'telegram:1','request_id':'open','decision':'drop',"
                        + "'note':'" + note + "'}")));

        assertEquals("command: more than 524288 bytes", refused.detail());
    }

    private static byte[] json(String text) {
        return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }
}
