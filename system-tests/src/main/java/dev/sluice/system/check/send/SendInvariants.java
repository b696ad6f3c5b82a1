package dev.sluice.system.check.send;

import dev.sluice.local.botapi.LedgerCall;
import java.util.Collection;
import java.util.List;

/** Checks O1 to O9 for the senders of a ledger. */
public final class SendInvariants {
    private final SendLimits limits;
    private final List<Stop> stops;

    public SendInvariants(SendLimits limits) {
        this(limits, List.of());
    }

    /** @param stops of the senders under test, while the ledger was written */
    public SendInvariants(SendLimits limits, Collection<Stop> stops) {
        this.limits = limits;
        this.stops = List.copyOf(stops);
    }

    /**
     * Checks everything.
     *
     * @param ledger all calls of these senders, none forgotten, taken before the records were read
     * @param records of the same senders, from the first on
     */
    public SendReport check(Collection<LedgerCall> ledger, SendRecords records) {
        List<WireCall> calls =
                ledger.stream().filter(WireCall::isSend).map(WireCall::of).toList();
        return check(new SendHistory(calls, records));
    }

    SendReport check(SendHistory history) {
        SendReport report = new SendReport();
        CallCheck calls = new CallCheck(report);
        history.jobs().forEach(calls::check);
        new WindowCheck(history, limits, report).check();
        new CooldownCheck(history, limits, stops, report).check();
        new LaneCheck(history, report).check();
        new OutcomeCheck(history, report).check();
        return report;
    }
}
