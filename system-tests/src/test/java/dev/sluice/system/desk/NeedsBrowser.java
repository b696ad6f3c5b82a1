package dev.sluice.system.desk;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** A test that needs Chromium with its driver, and Node: not everybody has them, so it runs by {@code -Pbrowser}. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("browser")
@EnabledIfSystemProperty(
        named = "sluice.browser",
        matches = "true",
        disabledReason = "needs chromium, chromedriver and node: runs by -Pbrowser")
public @interface NeedsBrowser {}
