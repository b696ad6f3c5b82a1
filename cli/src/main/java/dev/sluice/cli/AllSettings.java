package dev.sluice.cli;

import dev.sluice.ingest.IngestSettings;
import dev.sluice.outbound.OutboundSettings;
import dev.sluice.outbound.desk.DeskSettings;
import dev.sluice.runtime.settings.CommonSettings;
import dev.sluice.runtime.settings.ConfigurationDoc.Group;
import dev.sluice.runtime.settings.Setting;
import dev.sluice.runtime.settings.SettingFamily;
import java.util.List;

/** The settings of every module, so that one file or environment serves all commands. */
public final class AllSettings {
    private static final String SEND = """
            `sluice.telegram.*` above are the sender's too.

            `sluice.outbound.method-weights.<method>` is what a call of a method takes of the limits that count items: an integer
            from 0 to 100, or `items`, the length of its `media` or `message_ids`. Methods are compared without case. Set by
            default: sendMediaGroup, forwardMessages and copyMessages, to `items`; every other method weighs 1.

            `sluice.outbound.senders."<sender>".<setting>` sets one of the gate's settings for one sender, such as a bot with paid
            broadcast: bot-limit, chat-limit, group-limit, window-guard, flood-scope, bulk-share, default-expiry, dedupe-window,
            unspecified-flood-pause, strict-order, auth-probe. In files only, where the colon of a sender is written `\\:`, as in
            `sluice.outbound.senders."telegram\\:123456".bot-limit=1000/1s`.

            Timeouts hang together: transaction timeout (15s) < attempt-lease < attempt-deadline - http-timeout - clock-skew, and
            shutdown-timeout is at least http-timeout + 5s. A start with others is refused.""";

    private static final String DESK = """
            Of `sluice desk`, and of every sender that has it built in. [desk.md](desk.md) says how it is used and guarded.""";

    /** In the order and under the headings of {@code docs/configuration.md}. */
    public static final List<Group> GROUPS = List.of(
            new Group("Every command", "", CommonSettings.ALL),
            new Group("ingest", "", IngestSettings.ALL),
            new Group("send", SEND, OutboundSettings.ALL),
            new Group("desk", DESK, DeskSettings.ALL));

    /** What may be set beside them, under keys that the user completes. */
    public static final List<SettingFamily> FAMILIES = OutboundSettings.FAMILIES;

    private AllSettings() {}

    /** What {@code Settings.load} takes as known. */
    public static List<Setting<?>> list() {
        return GROUPS.stream().<Setting<?>>flatMap(g -> g.settings().stream()).toList();
    }
}
