package dev.sluice.local.process;

import java.nio.file.Path;
import java.time.Duration;

/** A child for the tests: says what it was told to, then counts on standard output until it is ended. */
public final class Chatty {
    private Chatty() {}

    public static void main(String[] args) throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook ran")));
        switch (args[0]) {
            case "count" -> count();
            case "exit" -> System.exit(Integer.parseInt(args[1]));
            case "env" -> System.out.println("env " + System.getenv(args[1]));
            case "parent" -> {
                ChildJvm.Builder builder = ChildJvm.of(Chatty.class)
                        .logDirectory(Path.of(args[1]))
                        .name("grandchild")
                        .args("count");
                ChildJvm child = (args[2].equals("halting") ? builder.haltsWithParent() : builder).start();
                child.awaitLine("count", Duration.ofSeconds(20));
                if (args[2].equals("frozen")) {
                    child.pause();
                }
                System.out.println("ready " + child.pid());
                count();
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void count() throws InterruptedException {
        for (int i = 0; ; i++) {
            System.out.println("count " + i);
            Thread.sleep(10);
        }
    }
}
