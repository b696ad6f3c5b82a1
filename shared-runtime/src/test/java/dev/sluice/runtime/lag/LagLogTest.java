package dev.sluice.runtime.lag;

import static org.junit.jupiter.api.Assertions.assertEquals;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.sluice.runtime.lag.GroupFound.Trouble;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class LagLogTest {
    private static final Optional<Trouble> DENIED =
            Optional.of(new Trouble(LagFailure.NOT_AUTHORIZED, "group g: Not authorized to access group: g"));
    private static final Optional<Trouble> LATE = Optional.of(new Trouble(LagFailure.TIMEOUT, "group g: late"));

    private final Logger logger = (Logger) LoggerFactory.getLogger(LagLog.class);
    private final Level before = logger.getLevel();
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final LagLog said = new LagLog();

    @BeforeEach
    void listen() {
        logger.setLevel(Level.INFO);
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(lines);
        logger.setLevel(before);
    }

    @Test
    void aTroubleThatStaysIsSaidOnceAndSoIsItsEnd() {
        for (int round = 0; round < 5; round++) {
            said.round("g", DENIED);
        }
        assertEquals(
                List.of(
                        "the lag of group g cannot be read (not_authorized: group g: Not authorized to access group: g);"
                                + " wants DESCRIBE of the group and of its topics; tried again, and nothing else is affected"),
                texts());

        said.round("g", Optional.empty());
        said.round("g", Optional.empty());

        assertEquals(2, texts().size());
        assertEquals("the lag of group g can be read again", texts().get(1));
    }

    @Test
    void aTroubleOfOneRoundIsNoNews() {
        said.round("g", LATE);
        said.round("g", Optional.empty());
        said.round("g", LATE);

        assertEquals(List.of(), texts());
    }

    @Test
    void anotherTroubleIsNews() {
        said.round("g", LATE);
        said.round("g", LATE);
        said.round("g", DENIED);
        said.round("g", DENIED);

        assertEquals(2, texts().size());
    }

    @Test
    void sumsAndTopicsThatMayNotBeReadAreNamedOnce() {
        said.summed(Set.of("g/t"));
        said.summed(Set.of("g/t"));
        said.unreadable(Set.of("t"));
        said.unreadable(Set.of("t"));
        said.summed(Set.of());

        assertEquals(2, texts().size(), () -> texts().toString());
    }

    private List<String> texts() {
        return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }
}
