package dev.sluice.local.botapi.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("TELEGRAM-1.8")
class AllowedUpdatesTest {

    private final TestBot test = TestBot.with(8000, 0);

    @Test
    void theDefaultLeavesThreeKindsOut() {
        assertFalse(queued("chat_member"));
        assertFalse(queued("message_reaction"));
        assertFalse(queued("message_reaction_count"));
        for (UpdateKind kind : AllowedUpdates.DEFAULT) {
            assertTrue(queued(kind.text()), kind.text());
        }
    }

    @ParameterizedTest(name = "allowed_updates {0} keeps the previous setting")
    @ValueSource(strings = {"", "null", "not json", "{}", "\"message\"", "[\"message\",7]", "7"})
    void whatIsNoListOfNamesIsIgnored(String value) {
        test.call("getUpdates", "allowed_updates", "[\"poll\"]");

        test.call("getUpdates", "allowed_updates", value);

        assertTrue(queued("poll"));
        assertFalse(queued("message"));
    }

    @Test
    void absentKeepsThePreviousSetting() {
        test.call("getUpdates", "allowed_updates", "[\"poll\"]");
        test.call("getUpdates");

        assertFalse(queued("message"));
    }

    @ParameterizedTest(name = "allowed_updates {0} is the default")
    @ValueSource(strings = {"[]", "[\"no_such_kind\"]"})
    void anEmptyListIsTheDefault(String value) {
        test.call("getUpdates", "allowed_updates", "[\"poll\"]");

        test.call("getUpdates", "allowed_updates", value);

        assertTrue(queued("message"));
        assertFalse(queued("chat_member"));
    }

    @Test
    void unknownNamesAmongKnownOnesAreDroppedAndLetterCaseDoesNotCount() {
        test.call("getUpdates", "allowed_updates", "[\"Chat_Member\",\"nonsense\"]");

        assertTrue(queued("chat_member"));
        assertFalse(queued("message"));
    }

    @Test
    void filteredUpdatesLeaveNoGaps() {
        int first = test.push("message").id();
        test.push("chat_member");

        assertEquals(first + 1, test.push("message").id());
    }

    @Test
    void whatIsQueuedStaysQueued() {
        test.push("message");
        test.call("getUpdates", "allowed_updates", "[\"poll\"]");

        assertEquals(1, test.pending());
    }

    @Test
    void theSettingIsSharedWithSetWebhookAndOutlivesDeleteWebhook() {
        test.call("setWebhook", "url", "https://example.org/hook", "allowed_updates", "[\"poll\"]");
        test.call("deleteWebhook");
        test.call("getUpdates");

        assertFalse(queued("message"));
    }

    @Test
    void itOutlivesTheClient() {
        test.call("getUpdates", "allowed_updates", "[\"poll\"]");
        test.call("close");
        test.call("getUpdates");

        assertFalse(queued("message"));
    }

    @Test
    void getWebhookInfoShowsItOnlyWhenItIsNotTheDefault() {
        assertFalse(test.call("getWebhookInfo").body().contains("allowed_updates"));

        test.call("getUpdates", "allowed_updates", "[\"chat_member\",\"message\"]");

        assertTrue(test.call("getWebhookInfo").body().contains("\"allowed_updates\":[\"message\",\"chat_member\"]"));
    }

    @Test
    void aKindOfALaterVersionIsNeverFiltered() {
        assertTrue(AllowedUpdates.admits(Set.of(UpdateKind.POLL), "kind_of_next_year"));
    }

    private boolean queued(String kind) {
        return test.push(kind).outcome() == Pushed.Outcome.QUEUED;
    }
}
