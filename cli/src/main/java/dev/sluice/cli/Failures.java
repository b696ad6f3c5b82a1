package dev.sluice.cli;

import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** How a command ends that cannot do its work: one line, the last on stderr, and the exit code that belongs to it. */
final class Failures implements IParameterExceptionHandler, IExecutionExceptionHandler {
    private static final Logger log = LoggerFactory.getLogger(Failures.class);

    private final Console console;

    Failures(Console console) {
        this.console = console;
    }

    /** Wrong usage: 2. */
    @Override
    public int handleParseException(ParameterException wrong, String[] args) {
        String command = wrong.getCommandLine().getCommandSpec().qualifiedName();
        String help = "; see '" + command + " -h'";
        if (wrong instanceof UnmatchedArgumentException unmatched) {
            return end(usage(unmatched.getUnmatched().get(0), "not an option or argument of '" + command + "'" + help));
        }
        if (wrong instanceof MissingParameterException missing
                && !missing.getMissing().isEmpty()) {
            return end(usage(nameOf(missing.getMissing().get(0)), "missing" + help));
        }
        String thing = wrong.getArgSpec() == null ? command : nameOf(wrong.getArgSpec());
        return end(usage(thing, wrong.getMessage() + help));
    }

    /** A {@link StartFailure} ends with its own code, what Kafka refuses or leaves open with 3, anything else is a fault of ours. */
    @Override
    public int handleExecutionException(Exception thrown, CommandLine command, ParseResult parsed) {
        if (thrown instanceof StartFailure failure) {
            return end(failure);
        }
        if (thrown instanceof AuthorizationException || thrown instanceof AuthenticationException) {
            return end(unreachable(
                    "does not allow it (" + thrown.getMessage() + "); wants the ACLs for this command", thrown));
        }
        if (thrown instanceof RetriableException) { // a timeout among them
            return end(unreachable("does not answer (" + thrown.getMessage() + "); wants a healthy cluster", thrown));
        }
        log.error("internal fault", thrown); // through the log, which redacts
        return end(new StartFailure(ExitCode.INTERNAL, "internal fault", String.valueOf(thrown)));
    }

    private static StartFailure unreachable(String problem, Exception cause) {
        return new StartFailure(ExitCode.UNREACHABLE, "kafka", problem, cause);
    }

    private static StartFailure usage(String thing, String problem) {
        return new StartFailure(ExitCode.USAGE, thing, problem);
    }

    private static String nameOf(ArgSpec arg) {
        return arg instanceof OptionSpec option ? option.longestName() : arg.paramLabel();
    }

    private int end(StartFailure failure) {
        console.err().println(failure.line());
        return failure.exitCode().code();
    }
}
