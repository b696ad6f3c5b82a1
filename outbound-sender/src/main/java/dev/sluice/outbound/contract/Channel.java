package dev.sluice.outbound.contract;

import dev.sluice.model.Attempt;
import dev.sluice.model.AttemptResult;
import dev.sluice.model.ChatId;
import dev.sluice.model.SendRequest;
import dev.sluice.model.Sender;
import dev.sluice.runtime.secret.Secret;
import java.util.Optional;
import java.util.Set;

/**
 * The contract of one API that Sluice sends through: what it wants, and what its answers mean (R129, R132). Everything that
 * differs between the APIs stands behind this; gate, topology and dispatch know none of them.
 *
 * <p>Pure and thread-safe. Nothing here throws on what a request or an answer holds.
 */
public interface Channel {

    /** Whose requests it takes. */
    Sender.Channel kind();

    /** Why a request will never be sent: said once, before it becomes a job. Empty: it may be. */
    Optional<Refusal> refuse(SendRequest request);

    /** What the gates must know of a request. */
    Facts facts(SendRequest request);

    /**
     * The chat that an id names, as {@link Facts#chat} has it: for a command about a chat, and for the new id of one that has
     * moved.
     */
    Chat chat(ChatId id);

    /**
     * The HTTP request of an attempt.
     *
     * @param credentials of the attempt's sender
     * @throws IllegalArgumentException when they are not the sender's, or unusable; its text does not hold them
     */
    Call call(Attempt attempt, Secret credentials);

    /** The response headers that {@link #classify} wants to see, in lower case; others need not be handed over. */
    Set<String> answerHeaders();

    /**
     * What an answer means: for whatever came from the status line on, be it cut short. Where not even that came, {@link
     * Verdict#LOST} or {@link Verdict#NOT_SENT} stand.
     */
    Verdict classify(Attempt attempt, Answer answer);

    /**
     * The verdict again, from the stored result: the record carries class, status and error, and whatever else a verdict says
     * follows from these.
     *
     * @param method of the job
     * @param afterUnknown whether an earlier attempt of the same job may have done the work: then an answer that says "it is so
     *     already" means sent. Only the gate knows this, so {@link #classify} reads answers as if it were false
     */
    Verdict recall(String method, AttemptResult result, boolean afterUnknown);
}
