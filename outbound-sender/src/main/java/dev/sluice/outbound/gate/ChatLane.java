package dev.sluice.outbound.gate;

import dev.sluice.model.Priority;
import org.jspecify.annotations.Nullable;

/**
 * One chat of a sender as memory holds it: its queues, and its budget while that matters. It is there while it has a job or
 * a budget that is not idle.
 */
final class ChatLane extends Keyed {

    /** Whether the piece of this chat is stored. */
    boolean stored;

    /** No longer a lane of its sender: idle, or become another. */
    boolean gone;

    /** Whether the group window counts too: groups, channels and names. */
    boolean groupLike;

    @Nullable
    ChatLane movedTo;
    /** What keeps it from sending; most waiting chats have nothing. */
    @Nullable
    ChatBudget budget;

    /** All its open jobs, whatever their phase. */
    @Nullable
    JobEntry firstJob;

    int inFlight;

    /** Held and unknown jobs. */
    int open;

    /** Gate time of the next look at it, and its place in the heap of those. */
    long wakeAtMs = Long.MAX_VALUE;

    int wakePlace = -1;

    private @Nullable JobEntry replies;
    private @Nullable JobEntry bulk;
    private boolean inReplyTurn;
    private boolean inBulkTurn;

    ChatLane(String key) {
        super(key);
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
        setHead(job.priority, JobQueue.add(head(job.priority), job));
    }

    void dequeue(JobEntry job) {
        setHead(job.priority, JobQueue.remove(head(job.priority), job));
    }

    boolean isInTurn(Priority priority) {
        return priority == Priority.REPLY ? inReplyTurn : inBulkTurn;
    }

    void setInTurn(Priority priority, boolean in) {
        if (priority == Priority.REPLY) {
            inReplyTurn = in;
        } else {
            inBulkTurn = in;
        }
    }

    ChatBudget budget() {
        ChatBudget own = budget;
        if (own == null) {
            own = new ChatBudget();
            budget = own;
        }
        return own;
    }

    void link(JobEntry job) {
        job.nextOfChat = firstJob;
        if (firstJob != null) {
            firstJob.previousOfChat = job;
        }
        firstJob = job;
    }

    void unlink(JobEntry job) {
        if (job.previousOfChat == null) {
            firstJob = job.nextOfChat;
        } else {
            job.previousOfChat.nextOfChat = job.nextOfChat;
        }
        if (job.nextOfChat != null) {
            job.nextOfChat.previousOfChat = job.previousOfChat;
        }
        job.nextOfChat = null;
        job.previousOfChat = null;
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
        for (JobEntry job = old.firstJob; job != null; job = old.firstJob) {
            old.unlink(job);
            link(job);
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
