package dev.sluice.outbound.desk;

import dev.sluice.runtime.settings.CommonSettings;
import dev.sluice.runtime.settings.Setting;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The declarations of the desk's settings. */
public final class DeskSettings {
    public static final Setting<Boolean> ENABLED = Setting.bool(
            "sluice.desk.enabled", "true", "Whether a sender has the desk built in. sluice desk is not asked.");

    public static final Setting<Integer> PORT =
            Setting.port("sluice.desk.port", "8400", "The port of the page and its API.");

    public static final Setting<String> BIND = Setting.text(
            "sluice.desk.bind",
            "an address of this host",
            "127.0.0.1",
            Pattern.compile("[A-Za-z0-9.:_-]+"),
            "The address that the desk binds to. Any other than loopback needs a token.");

    public static final Setting<Path> TOKEN_FILE = Setting.path(
            "sluice.desk.token-file",
            null,
            "A file with the token that API calls have to bring, 16 to 512 visible ASCII characters. Read again when it"
                    + " changes. Without it, whoever reaches the port may decide.");

    public static final Setting<List<String>> HOSTS = Setting.list(
            "sluice.desk.hosts",
            "host names by comma, without ports",
            "",
            "Names that the desk is reached by beside localhost and the address that it binds to. Calls by others are"
                    + " refused.");

    public static final Setting<Integer> OUTCOMES = Setting.integer(
            "sluice.desk.outcomes",
            "20000",
            0,
            200_000,
            "How many of the newest outcomes the desk keeps, some 500 bytes each; with 0 it reads none.");

    /** Of {@code sluice desk}; built in, the desk has the sender's. */
    public static final Setting<Integer> MANAGEMENT_PORT = CommonSettings.MANAGEMENT_PORT.withDefault("8404");

    /** All of them, for {@code Settings.load} and the documentation. */
    public static final List<Setting<?>> ALL = List.of(ENABLED, PORT, BIND, TOKEN_FILE, HOSTS, OUTCOMES);

    private DeskSettings() {}
}
