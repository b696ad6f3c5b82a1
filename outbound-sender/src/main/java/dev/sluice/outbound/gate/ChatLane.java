package dev.sluice.outbound.gate;

import dev.sluice.model.Priority;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One chat of a sender as memory holds it: its queues, and its budget while that matters. It is there while it has a job or
 * a budget that is not idle.
 */
final class ChatLane implements Keyed {

    private final byte @Nullable [] text;
    private final long number;

    /** Whether the piece of this chat is stored. */
    boolean stored;

    /** No longer a lane of its sender: idle, or become another. */
    boolean gone;

    /** Whether the group window counts too: groups, channels and names. */
    boolean groupLike;

    /** One bit for each priority in whose line it stands. */
    private byte turns;

    @Nullable
    ChatLane movedTo;

    /** What keeps it from sending; most waiting chats have nothing. */
    @Nullable
    ChatBudget budget;

    int inFlight;

    /** Held and unknown jobs. */
    int open;

    private @Nullable JobEntry replies;
    private @Nullable JobEntry bulk;

    /** Its other open jobs: in flight, in review, or not due. */
    private @Nullable JobEntry aside;

    ChatLane(String key) {
        Name name = Name.of(key);
        text = name.text;
        number = name.number;
    }

    String key() {
        return Name.textOf(text, number);
    }

    @Override
    public boolean isNamed(Name name) {
        return name.is(text, number);
    }

    @Override
    public int hash() {
        return Name.hashOf(text, number);
    }

    /** This chat, or the one that it has become. */
    ChatLane now() {
        ChatLane lane = this;
        while (lane.movedTo != null) {
            lane = lane.movedTo;
        }
        return lane;
    }

    @Nullable
    JobEntry head(Priority priority) {
        return priority == Priority.REPLY ? replies : bulk;
    }

    void enqueue(JobEntry job) {
        setHead(job.priority(), JobQueue.add(head(job.priority()), job));
    }

    void dequeue(JobEntry job) {
        setHead(job.priority(), JobQueue.remove(head(job.priority()), job));
    }

    boolean isInTurn(Priority priority) {
        return (turns & 1 << priority.ordinal()) != 0;
    }

    void setInTurn(Priority priority, boolean in) {
        int bit = 1 << priority.ordinal();
        turns = (byte) (in ? turns | bit : turns & ~bit);
    }

    ChatBudget budget() {
        ChatBudget own = budget;
        if (own == null) {
            own = new ChatBudget();
            budget = own;
        }
        return own;
    }

    boolean hasJobs() {
        return replies != null || bulk != null || aside != null;
    }

    /** All its open jobs, in no order; none may change meanwhile. */
    void forEach(Consumer<JobEntry> consumer) {
        JobQueue.forEach(replies, consumer);
        JobQueue.forEach(bulk, consumer);
        for (JobEntry job = aside; job != null; job = job.beside) {
            consumer.accept(job);
        }
    }

    /** A job that stands in no queue. */
    void putAside(JobEntry job) {
        job.beside = aside;
        if (aside != null) {
            aside.before = job;
        }
        aside = job;
    }

    void takeBack(JobEntry job) {
        if (job.before == null) {
            aside = job.beside;
        } else {
            job.before.beside = job.beside;
        }
        if (job.beside != null) {
            job.beside.before = job.before;
        }
        job.beside = null;
        job.before = null;
    }

    /** Takes over all jobs of a chat that has become this one. */
    void adopt(ChatLane old) {
        replies = JobQueue.merge(replies, old.replies);
        bulk = JobQueue.merge(bulk, old.bulk);
        old.replies = null;
        old.bulk = null;
        inFlight += old.inFlight;
        open += old.open;
        groupLike |= old.groupLike;
        for (JobEntry job = old.aside; job != null; job = old.aside) {
            old.takeBack(job);
            putAside(job);
        }
        old.movedTo = this;
    }

    private void setHead(Priority priority, @Nullable JobEntry head) {
        if (priority == Priority.REPLY) {
            replies = head;
        } else {
            bulk = head;
        }
    }
}
