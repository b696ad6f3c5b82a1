package dev.sluice.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** {@code --version}: the version and the commit that the build wrote into {@code build.properties}. */
public final class VersionText implements IVersionProvider {

    @Override
    public String[] getVersion() {
        return new String[] {"sluice " + text()};
    }

    /** Version and commit alone. */
    static String text() {
        Properties build = new Properties();
        try (InputStream in = VersionText.class.getResourceAsStream("build.properties")) {
            build.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return build.getProperty("version") + " (commit " + build.getProperty("commit") + ")";
    }
}
