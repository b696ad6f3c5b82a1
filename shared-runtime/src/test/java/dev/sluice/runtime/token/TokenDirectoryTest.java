package dev.sluice.runtime.token;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.secret.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenDirectoryTest {
    private static final String KEY = "sluice.telegram.token-dir";

    @TempDir
    private Path temp;

    private Path dir;
    private final List<Map<Long, Secret>> heard = new CopyOnWriteArrayList<>();

    @BeforeEach
    void makeDirectory() throws IOException {
        dir = Files.createDirectory(temp.resolve("tokens"));
    }

    @Test
    void readsOneTokenPerFileWhateverItsName() throws IOException {
        // Given what a mounted Kubernetes secret looks like, and a file of one's own
        Path data = Files.createDirectory(dir.resolve("..2026_11_30"));
        Files.writeString(data.resolve("first"), token(1, 'a') + "\n");
        Files.createSymbolicLink(dir.resolve("..data"), data.getFileName());
        Files.createSymbolicLink(dir.resolve("first"), Path.of("..data/first"));
        write("second bot.txt", token(2, 'a') + " \r\n\t");
        write(".hidden", token(3, 'a'));
        Files.createDirectory(dir.resolve("directory"));

        // When
        TokenStore store = open();

        // Then
        assertEquals(Map.of(1L, Secret.of(token(1, 'a')), 2L, Secret.of(token(2, 'a'))), store.snapshot());
        assertEquals(0, store.badFiles());
    }

    @Test
    void followsTheSwapOfAMountedSecret() throws IOException {
        Path old = Files.createDirectory(dir.resolve("..old"));
        Path fresh = Files.createDirectory(dir.resolve("..new"));
        Files.writeString(old.resolve("bot"), token(1, 'a'));
        Files.writeString(fresh.resolve("bot"), token(1, 'b'));
        Files.createSymbolicLink(dir.resolve("..data"), old.getFileName());
        Files.createSymbolicLink(dir.resolve("bot"), Path.of("..data/bot"));
        TokenStore store = open();

        Files.delete(dir.resolve("..data"));
        Files.createSymbolicLink(dir.resolve("..data"), fresh.getFileName());
        store.rescan();

        assertEquals(List.of(Map.of(1L, Secret.of(token(1, 'b')))), heard);
    }

    @Test
    void tellsOnceOfAllThatCameChangedAndWent() throws IOException {
        // Given
        write("a", token(1, 'a'));
        write("b", token(2, 'a'));
        TokenStore store = open();

        // When
        write("c", token(3, 'a'));
        write("b", token(2, 'b'));
        Files.delete(dir.resolve("a"));
        store.rescan();
        store.rescan();

        // Then
        assertEquals(List.of(Map.of(2L, Secret.of(token(2, 'b')), 3L, Secret.of(token(3, 'a')))), heard);
    }

    @Test
    void seesThatAFileIsOfAnotherBotNow() throws IOException {
        write("a", token(1, 'a'));
        TokenStore store = open();

        write("a", token(2, 'a'));
        store.rescan();

        assertEquals(List.of(Map.of(2L, Secret.of(token(2, 'a')))), heard);
    }

    @Test
    void seesAChangeThatLeavesSizeAndTimeAsTheyWere() throws IOException {
        // Given a file written just now, and written again within the resolution of its time
        write("a", token(1, 'a'));
        FileTime time = Files.getLastModifiedTime(dir.resolve("a"));
        TokenStore store = open();

        // When
        write("a", token(1, 'b'));
        Files.setLastModifiedTime(dir.resolve("a"), time);
        store.rescan();

        // Then
        assertEquals(List.of(Map.of(1L, Secret.of(token(1, 'b')))), heard);
    }

    @Test
    void seesAChangeOfAnOldFile() throws IOException {
        Path file = write("a", token(1, 'a'));
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(2))));
        TokenStore store = open();
        store.rescan();

        write("a", token(1, 'b'));
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(1))));
        store.rescan();

        assertEquals(List.of(Map.of(1L, Secret.of(token(1, 'b')))), heard);
    }

    @Test
    @Tag("R14")
    void leavesABotToTheFileThatHadIt() throws IOException {
        // Given
        write("m", token(1, 'a'));
        TokenStore store = open();

        // When a file that sorts before it names the same bot
        write("a", token(1, 'b'));
        store.rescan();

        // Then
        assertEquals(List.of(), heard);
        assertEquals(1, store.badFiles());
        assertEquals(Secret.of(token(1, 'a')), store.snapshot().get(1L));

        // And when the first is gone, the other counts
        Files.delete(dir.resolve("m"));
        store.rescan();
        assertEquals(List.of(Map.of(1L, Secret.of(token(1, 'b')))), heard);
        assertEquals(0, store.badFiles());
    }

    @Test
    void leavesABotToTheFileThatHadItWhenAnotherTurnsToIt() throws IOException {
        write("a", token(1, 'a'));
        write("b", token(2, 'a'));
        TokenStore store = open();

        write("a", token(2, 'b'));
        store.rescan();

        assertEquals(List.of(Map.of(2L, Secret.of(token(2, 'a')))), heard);
    }

    @Test
    void skipsBadFilesAndKeepsTheBotOfOneThatTurnedBad() throws IOException {
        // Given
        write("good", token(1, 'a'));
        write("empty", "");
        write("two", token(2, 'a') + "\n" + token(3, 'a'));
        write("long", token(4, 'a') + " ".repeat(10_000));
        TokenStore store = open();
        assertEquals(Set.of(1L), store.snapshot().keySet());
        assertEquals(3, store.badFiles());

        // When a write is caught half-way
        write("good", token(1, 'b').substring(0, 20));
        store.rescan();

        // Then
        assertEquals(List.of(), heard);
        assertEquals(4, store.badFiles());

        // And when it is complete
        write("good", token(1, 'b'));
        store.rescan();
        assertEquals(List.of(Map.of(1L, Secret.of(token(1, 'b')))), heard);
    }

    @Test
    void wantsADirectoryAtTheStart() throws IOException {
        Path file = Files.writeString(temp.resolve("file"), token(1, 'a'));
        Path missing = temp.resolve("missing");

        for (Path path : List.of(file, missing)) {
            StartFailure failure =
                    assertThrows(StartFailure.class, () -> TokenStore.ofDirectory(KEY, path, Clock.systemUTC()));
            assertEquals(ExitCode.USAGE, failure.exitCode());
            assertTrue(failure.line().startsWith("sluice: sluice.telegram.token-dir: " + path), failure.line());
        }
    }

    @Test
    void keepsTheBotsWhenTheDirectoryVanishes() throws IOException {
        // Given
        write("a", token(1, 'a'));
        TokenStore store = open();

        // When
        Files.move(dir, temp.resolve("elsewhere"));
        store.rescan();

        // Then
        assertEquals(List.of(), heard);
        assertEquals(Set.of(1L), store.snapshot().keySet());

        // And when it is back, without the file
        Files.createDirectory(dir);
        store.rescan();
        assertEquals(List.of(Map.of()), heard);
    }

    @Test
    void looksAgainByItself() throws IOException {
        try (TokenStore store = open()) {
            store.watch();

            write("a", token(1, 'a'));

            await().atMost(TokenStore.RESCAN.multipliedBy(4))
                    .until(() -> heard.equals(List.of(Map.of(1L, Secret.of(token(1, 'a'))))));
            assertTrue(Thread.getAllStackTraces().keySet().stream()
                    .anyMatch(thread -> thread.getName().equals("tokens")));
        }
    }

    private TokenStore open() {
        TokenStore store = TokenStore.ofDirectory(KEY, dir, Clock.systemUTC());
        store.addListener(() -> heard.add(store.snapshot()));
        return store;
    }

    private Path write(String name, String content) throws IOException {
        return Files.writeString(dir.resolve(name), content);
    }

    private static String token(long botId, char version) {
        return botId + ":SIMULATED-token-" + String.valueOf(version).repeat(19);
    }
}
