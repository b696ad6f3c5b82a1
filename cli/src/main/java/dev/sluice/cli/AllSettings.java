package dev.sluice.cli;

import dev.sluice.ingest.IngestSettings;
import dev.sluice.runtime.settings.CommonSettings;
import dev.sluice.runtime.settings.ConfigurationDoc.Group;
import dev.sluice.runtime.settings.Setting;
import java.util.List;

/** The settings of every module, so that one file or environment serves all commands. */
public final class AllSettings {
    /** In the order and under the headings of {@code docs/configuration.md}. */
    public static final List<Group> GROUPS =
            List.of(new Group("Every command", "", CommonSettings.ALL), new Group("ingest", "", IngestSettings.ALL));

    private AllSettings() {}

    /** What {@code Settings.load} takes as known. */
    public static List<Setting<?>> list() {
        return GROUPS.stream().<Setting<?>>flatMap(g -> g.settings().stream()).toList();
    }
}
