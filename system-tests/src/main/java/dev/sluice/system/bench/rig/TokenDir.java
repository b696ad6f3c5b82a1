package dev.sluice.system.bench.rig;

import dev.sluice.local.botapi.SimulatedTokens;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;

/** The token directory of a poller, to which bots are added while it runs; it looks every 5 s. */
public final class TokenDir {
    private final Path dir;

    TokenDir(Path dir) throws IOException {
        this.dir = Files.createDirectories(dir);
    }

    public Path path() {
        return dir;
    }

    public void add(Collection<Long> bots) {
        try {
            for (long bot : bots) {
                // written aside and moved in, so that no scan finds half a token
                Path aside = Files.writeString(dir.resolve("." + bot), SimulatedTokens.tokenOf(bot) + "\n");
                Files.move(aside, dir.resolve(Long.toString(bot)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write tokens to " + dir, e);
        }
    }

    public void remove(Collection<Long> bots) {
        try {
            for (long bot : bots) {
                Files.deleteIfExists(dir.resolve(Long.toString(bot)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove tokens from " + dir, e);
        }
    }
}
