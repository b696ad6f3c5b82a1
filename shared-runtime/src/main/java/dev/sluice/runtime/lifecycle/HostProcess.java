package dev.sluice.runtime.lifecycle;

import dev.sluice.runtime.logging.Logging;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What {@link ServiceRunner} does to the process around it; its tests put their own in its place. */
interface HostProcess {
    void addShutdownHook(Thread hook);

    void removeShutdownHook(Thread hook);

    void closeLogging();

    void halt(int code);

    /** The JVM that we are in. */
    final class ThisJvm implements HostProcess {
        private static final Logger log = LoggerFactory.getLogger(ThisJvm.class);

        @Override
        public void addShutdownHook(Thread hook) {
            Runtime.getRuntime().addShutdownHook(hook);
        }

        @Override
        public void removeShutdownHook(Thread hook) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                log.trace("the hook runs already and waits for the result", e);
            }
        }

        @Override
        public void closeLogging() {
            Logging.close();
        }

        @Override
        public void halt(int code) {
            System.out.flush();
            System.err.flush();
            Runtime.getRuntime().halt(code);
        }
    }
}
