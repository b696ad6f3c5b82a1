package dev.sluice.local.botapi.ledger;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * Every call to the simulated API, newest last. Beyond a limit the oldest calls are forgotten and counted. Thread-safe.
 */
public final class Ledger {

    private final SimulatedClock clock;
    private final Keeping keeping;
    private final int mostCalls;
    private final Deque<CallRecord> calls = new ArrayDeque<>();
    private long lastSequence;
    private long forgotten;

    /**
     * @param mostCalls calls to remember; 0 remembers none
     */
    public Ledger(SimulatedClock clock, Keeping keeping, int mostCalls) {
        this.clock = clock;
        this.keeping = keeping;
        this.mostCalls = mostCalls;
    }

    public CallRecord open(long headNanos, long botId, String method, String peer, CallRecord.Sent sent) {
        synchronized (calls) {
            CallRecord call = new CallRecord(++lastSequence, headNanos, botId, method, peer, sent);
            calls.addLast(call);
            if (calls.size() > mostCalls) {
                calls.removeFirst();
                forgotten++;
            }
            return call;
        }
    }

    public BotLedger forBot(long botId) {
        return new BotLedger(botId, keeping, clock);
    }

    /** Calls so far, forgotten ones included. */
    public long callsSoFar() {
        synchronized (calls) {
            return lastSequence;
        }
    }

    /** Calls that fell out of the ledger. A test that reads it as the truth must see 0 here. */
    public long forgotten() {
        synchronized (calls) {
            return forgotten;
        }
    }

    /** The calls after a sequence number, as they are now; those still waiting have no {@code answered_us}. */
    public List<CallRecord> callsAfter(long sequence) {
        Deque<CallRecord> found = new ArrayDeque<>();
        synchronized (calls) {
            // from the newest back: who asks often wants the last few out of a million
            Iterator<CallRecord> newestFirst = calls.descendingIterator();
            while (newestFirst.hasNext()) {
                CallRecord call = newestFirst.next();
                if (call.sequence() <= sequence) {
                    break;
                }
                found.addFirst(call);
            }
        }
        return List.copyOf(found);
    }

    /** Writes calls as JSON lines. */
    public void write(Iterable<CallRecord> records, Appendable out) throws IOException {
        StringBuilder line = new StringBuilder(512);
        for (CallRecord call : records) {
            line.setLength(0);
            call.appendJson(line, clock);
            out.append(line);
        }
    }

    /** Writes what one bot was given, line by line; the caller holds the bot's lock. */
    public int writePushes(BotLedger bot, int from, int most, boolean withBytes, StringBuilder out) {
        return bot.appendPushes(out, from, most, withBytes);
    }

    /** Writes what became of one bot's updates; the caller holds the bot's lock. */
    public void writeSummary(BotLedger bot, StringBuilder out) {
        bot.appendSummary(out);
    }
}
