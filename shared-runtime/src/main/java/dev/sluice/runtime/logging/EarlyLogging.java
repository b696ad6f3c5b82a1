package dev.sluice.runtime.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.core.spi.ContextAwareBase;

/**
 * What Logback starts with (found as a service): warnings only, already redacted and on stderr, until
 * {@link Logging#configure} knows the settings. Without it Logback would begin by writing DEBUG to stdout.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_HIGH_PRIORITY)
public final class EarlyLogging extends ContextAwareBase implements Configurator {
    @Override
    public ExecutionStatus configure(LoggerContext context) {
        Logging.configure(context, Level.WARN, Logging.Format.TEXT);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
}
