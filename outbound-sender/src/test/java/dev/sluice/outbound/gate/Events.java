package dev.sluice.outbound.gate;

import dev.sluice.model.Command.Decision;
import dev.sluice.model.Sender;
import java.util.Optional;

/** What can be told to a gate about its one sender; the real one and the naive one are told the same. */
interface Events {
    Optional<Refusal> accept(JobSpec spec, Now now);

    Optional<Refusal> cancel(String id, Now now);

    void cancelChat(String chat, long before, Now now);

    Optional<Refusal> resolve(String id, int attempt, Decision decision, Now now);

    void pause(boolean on, Now now);

    void credentials(Now now);

    void result(ResultFacts facts, Now now);

    void sending(long grantId, String id, long msSinceSent, Now now);

    void returned(long grantId, String id, ReturnReason reason, long restMs, Now now);

    /** The real one. */
    record Real(PartitionGate gate, Sender sender) implements Events {
        @Override
        public Optional<Refusal> accept(JobSpec spec, Now now) {
            return gate.accept(spec, now);
        }

        @Override
        public Optional<Refusal> cancel(String id, Now now) {
            return gate.cancel(sender, id, now);
        }

        @Override
        public void cancelChat(String chat, long before, Now now) {
            gate.cancelChat(sender, chat, before, now);
        }

        @Override
        public Optional<Refusal> resolve(String id, int attempt, Decision decision, Now now) {
            return gate.resolve(sender, id, attempt, decision, now);
        }

        @Override
        public void pause(boolean on, Now now) {
            gate.pause(sender, on, now);
        }

        @Override
        public void credentials(Now now) {
            gate.credentials(sender, Long.MAX_VALUE, now);
        }

        @Override
        public void result(ResultFacts facts, Now now) {
            gate.result(sender, facts, now);
        }

        @Override
        public void sending(long grantId, String id, long msSinceSent, Now now) {
            gate.sending(sender, grantId, id, msSinceSent, now);
        }

        @Override
        public void returned(long grantId, String id, ReturnReason reason, long restMs, Now now) {
            gate.returned(sender, grantId, id, reason, restMs, now);
        }
    }
}
