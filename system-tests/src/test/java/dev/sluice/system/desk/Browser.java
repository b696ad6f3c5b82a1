package dev.sluice.system.desk;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A headless Chromium, as a person would use it: by what is in sight and by the keys. */
public final class Browser implements AutoCloseable {
    public static final Duration SOON = Duration.ofSeconds(20);

    private final ChromeDriver driver;
    private String left = "";

    /** Starts the Chromium of the system with its own driver; nothing is fetched. */
    public Browser() {
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(
                installed("chromium", "chromium-browser", "google-chrome").getPath());
        options.addArguments(
                "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--force-device-scale-factor=1");
        options.setCapability("goog:loggingPrefs", logs);
        driver = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(installed("chromedriver"))
                        .usingAnyFreePort()
                        .build(),
                options);
        driver.manage().timeouts().scriptTimeout(Duration.ofSeconds(60));
        size(1440, 900);
    }

    private static File installed(String... names) {
        return Stream.of(names)
                .flatMap(name -> Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                        .map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "no " + names[0] + " on the PATH: the browser tests want chromium and chromedriver"))
                .toFile();
    }

    public void open(String url) {
        driver.get(url);
    }

    public void size(int width, int height) {
        cdp(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /** What the system of the reader asks for. */
    public void media(boolean dark, boolean still) {
        cdp(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        List.of(
                                Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"),
                                Map.of(
                                        "name",
                                        "prefers-reduced-motion",
                                        "value",
                                        still ? "reduce" : "no-preference"))));
    }

    /** A command of the DevTools protocol. */
    public void cdp(String command, Map<String, Object> arguments) {
        var unused = driver.executeCdpCommand(command, arguments);
    }

    /** The value of an expression in the page. */
    @Nullable
    Object js(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    /** The value that a script hands to its last argument, which is a function. */
    @Nullable
    Object later(String script) {
        return driver.executeAsyncScript(script);
    }

    public boolean isTrue(String expression) {
        return Boolean.TRUE.equals(js("return " + expression));
    }

    /** What the text of the first element found comes to; empty without one. */
    public String text(String css) {
        return String.valueOf(
                js("const e = document.querySelector(arguments[0]); return e === null ? '' : e.innerText.trim()", css));
    }

    public List<WebElement> all(String css) {
        return driver.findElements(By.cssSelector(css));
    }

    /** Clicks what is in sight, as soon as it is. */
    public void click(String css) {
        Awaitility.await(css)
                .atMost(SOON)
                .ignoreExceptionsInstanceOf(WebDriverException.class)
                .untilAsserted(() -> {
                    driver.findElement(By.cssSelector(css)).click();
                });
    }

    /** Clicks the button or link with these words. */
    public void press(String within, String words) {
        Awaitility.await(words)
                .atMost(SOON)
                .ignoreException(StaleElementReferenceException.class)
                .until(() -> {
                    for (WebElement each : all(within + " button, " + within + " a")) {
                        if (each.isDisplayed()
                                && each.isEnabled()
                                && each.getText().equals(words)) {
                            each.click();
                            return true;
                        }
                    }
                    return false;
                });
    }

    /** Puts a text in the place of what stands in a field. */
    public void type(String css, String text) {
        WebElement field = driver.findElement(By.cssSelector(css));
        field.clear();
        field.sendKeys(text);
    }

    public void choose(String css, String value) {
        js(
                "const s = document.querySelector(arguments[0]); s.value = arguments[1];"
                        + " s.dispatchEvent(new Event('change', {bubbles: true}))",
                css,
                value);
    }

    public void keys(CharSequence... keys) {
        new Actions(driver).sendKeys(keys).perform();
    }

    /** Presses Tab until the focus stands on what this expression of {@code a}, the focused element, is true for. */
    public void tabTo(String expression) {
        for (int i = 0; i < 400; i++) {
            if (isFocused(expression)) {
                return;
            }
            keys(Keys.TAB);
        }
        throw new AssertionError("no way by the Tab key to: " + expression);
    }

    public boolean isFocused(String expression) {
        return isTrue("(() => { const a = document.activeElement; return " + expression + "; })()");
    }

    public void await(String what, java.util.concurrent.Callable<Boolean> is) {
        Awaitility.await(what).atMost(SOON).until(is);
    }

    public void awaitText(String css, String part) {
        Awaitility.await(css + " says " + part).atMost(SOON).until(() -> text(css), text -> text.contains(part));
    }

    public void picture(Path file) {
        try {
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the page complained of since the last look: errors, refusals by its content security policy. */
    public List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(entry -> entry.getMessage())
                .toList();
    }

    /** The findings of axe about what is in sight, each with its rule and where it was found. */
    public List<String> axe() {
        if (!isTrue("'axe' in window")) {
            js(axeScript() + "; window.axe = axe;");
        }
        Object found = driver.executeAsyncScript("const done = arguments[0];"
                + "axe.run(document, {resultTypes: ['violations']}).then("
                + "  r => done(r.violations.map(v => v.id + ': ' + v.help + ' at '"
                + "    + v.nodes.map(n => n.target.join(' ') + ' (' + n.failureSummary + ')').join(', '))),"
                + "  e => done(['axe failed: ' + e]))");
        return ((List<?>) Objects.requireNonNull(found))
                .stream().map(String::valueOf).toList();
    }

    private static String axeScript() {
        try (InputStream in = Browser.class.getResourceAsStream("/axe.min.js")) {
            return new String(Objects.requireNonNull(in, "axe").readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Set<String> windows() {
        return driver.getWindowHandles();
    }

    /** Looks at another tab, so that nobody sees this one. */
    public void leave() {
        left = driver.getWindowHandle();
        driver.switchTo().newWindow(WindowType.TAB);
    }

    /** Back from the other tab. */
    public void comeBack() {
        driver.close();
        driver.switchTo().window(left);
    }

    @Override
    public void close() {
        driver.quit();
    }
}
