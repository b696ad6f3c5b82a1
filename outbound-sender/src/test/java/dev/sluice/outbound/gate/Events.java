package dev.sluice.outbound.gate;

import dev.sluice.model.Command.Decision;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

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

    void owner(long epoch, OptionalLong taken, OptionalLong oldest, int capacity, Now now);

    /** The real one. */
    record Real(PartitionGate gate) implements Events {
        @Override
        public Optional<Refusal> accept(JobSpec spec, Now now) {
            return gate.accept(spec, now);
        }

        @Override
        public Optional<Refusal> cancel(String id, Now now) {
            return gate.cancel(Jobs.BOT, id, now);
        }

        @Override
        public void cancelChat(String chat, long before, Now now) {
            gate.cancelChat(Jobs.BOT, chat, before, now);
        }

        @Override
        public Optional<Refusal> resolve(String id, int attempt, Decision decision, Now now) {
            return gate.resolve(Jobs.BOT, id, attempt, decision, now);
        }

        @Override
        public void pause(boolean on, Now now) {
            gate.pause(Jobs.BOT, on, now);
        }

        @Override
        public void credentials(Now now) {
            gate.credentials(Jobs.BOT, Long.MAX_VALUE, now);
        }

        @Override
        public void result(ResultFacts facts, Now now) {
            gate.result(Jobs.BOT, facts, now);
        }

        @Override
        public void sending(long grantId, String id, long msSinceSent, Now now) {
            gate.sending(Jobs.BOT, grantId, id, msSinceSent, now);
        }

        @Override
        public void returned(long grantId, String id, ReturnReason reason, long restMs, Now now) {
            gate.returned(Jobs.BOT, grantId, id, reason, restMs, now);
        }

        @Override
        public void owner(long epoch, OptionalLong taken, OptionalLong oldest, int capacity, Now now) {
            gate.owner(epoch, "u" + epoch, taken, oldest, OptionalInt.of(capacity), now);
        }
    }
}
