package dev.sluice.runtime.settings;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class ConfigurationDocTest {
    @Test
    void everySettingHasARow() {
        List<ConfigurationDoc.Group> groups = List.of(
                new ConfigurationDoc.Group("Common", "For every command.", CommonSettings.ALL),
                new ConfigurationDoc.Group(
                        "Tokens", "", List.of(Setting.secrets("sluice.telegram.tokens", "a | b", "The bots."))));

        String page = ConfigurationDoc.render(groups);

        assertTrue(page.contains("\n## Common\n\nFor every command.\n\n| setting"), page);
        for (Setting<?> s : CommonSettings.ALL) {
            assertTrue(page.contains("\n| `" + s.key() + "`<br>`" + s.environmentName() + "` | "), s.key());
        }
        assertTrue(
                page.endsWith(
                        "\n| `sluice.telegram.tokens`<br>`SLUICE_TELEGRAM_TOKENS` | - | a \\| b (secret) | The bots. |\n"),
                page);
        assertTrue(page.contains(
                "`SLUICE_STARTUP_TIMEOUT` | `30s` | a duration like 500ms, 50s or PT50S, from 1s to 1h |"));
    }
}
