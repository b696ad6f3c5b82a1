package dev.sluice.cli;

import java.util.concurrent.Callable;

/**
 * A command that exists only in the repository, where an embedded broker and a simulated Bot API are on the class path:
 * {@code local} and {@code bench}. Implementations are picocli {@code @Command} classes, found with
 * {@link java.util.ServiceLoader}; they need a public constructor without arguments. The result is the exit code.
 */
public interface RepositoryCommand extends Callable<Integer> {}
