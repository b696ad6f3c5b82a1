package dev.sluice.outbound.gate;

import dev.sluice.model.Priority;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Chats that could send now, in the order of their turns: one line of chats for each priority, and a chat joins at the end
 * each time it becomes ready. A chat that has lost its readiness meanwhile stands there until its turn, and is passed over.
 */
final class Turns {

    /** A line that was longer than this is given back to the heap once it is empty. */
    private static final int LONG = 4_096;

    private ArrayDeque<ChatLane> replies = new ArrayDeque<>();
    private ArrayDeque<ChatLane> bulk = new ArrayDeque<>();
    private boolean longReplies;
    private boolean longBulk;

    /** At the end of its line, if it does not stand there. */
    void join(ChatLane lane, Priority priority) {
        if (!lane.isInTurn(priority)) {
            lane.setInTurn(priority, true);
            line(priority).add(lane);
            longReplies |= replies.size() > LONG;
            longBulk |= bulk.size() > LONG;
        }
    }

    @Nullable
    ChatLane first(Priority priority) {
        return line(priority).peek();
    }

    /** The first of that line leaves it. */
    void leave(Priority priority) {
        ChatLane lane = line(priority).remove();
        lane.setInTurn(priority, false);
        if (line(priority).isEmpty()) {
            shrink();
        }
    }

    boolean isEmpty() {
        return replies.isEmpty() && bulk.isEmpty();
    }

    private ArrayDeque<ChatLane> line(Priority priority) {
        return priority == Priority.REPLY ? replies : bulk;
    }

    private void shrink() {
        if (longReplies && replies.isEmpty()) {
            replies = new ArrayDeque<>();
            longReplies = false;
        }
        if (longBulk && bulk.isEmpty()) {
            bulk = new ArrayDeque<>();
            longBulk = false;
        }
    }
}
