package dev.sluice.outbound.gate;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The due jobs of one chat and priority by their order: a pairing heap in the jobs' own fields. An empty queue is nothing
 * and one job costs nothing more, two queues become one at once, and any job can leave.
 */
final class JobQueue {

    private JobQueue() {}

    /** The queue with this job in it. */
    static JobEntry add(@Nullable JobEntry first, JobEntry job) {
        return first == null ? job : join(first, job);
    }

    /** Both queues as one. */
    static @Nullable JobEntry merge(@Nullable JobEntry a, @Nullable JobEntry b) {
        if (a == null) {
            return b;
        }
        return b == null ? a : join(a, b);
    }

    /** The queue without this job, which is in it. */
    static @Nullable JobEntry remove(@Nullable JobEntry first, JobEntry job) {
        JobEntry rest = pair(job.below);
        job.below = null;
        if (job == first) {
            return rest;
        }
        JobEntry before = job.before;
        if (before == null) {
            throw new IllegalStateException("not in this queue");
        }
        if (before.below == job) {
            before.below = job.beside;
        } else {
            before.beside = job.beside;
        }
        if (job.beside != null) {
            job.beside.before = before;
        }
        job.beside = null;
        job.before = null;
        return merge(first, rest);
    }

    /** Every job of the queue, in no order. */
    static void forEach(@Nullable JobEntry first, Consumer<JobEntry> consumer) {
        Deque<JobEntry> left = new ArrayDeque<>();
        for (JobEntry job = first; job != null; job = left.poll()) {
            if (job.beside != null) {
                left.push(job.beside);
            }
            if (job.below != null) {
                left.push(job.below);
            }
            consumer.accept(job);
        }
    }

    /** Two roots become one: the later goes below the earlier. */
    private static JobEntry join(JobEntry a, JobEntry b) {
        JobEntry root = a.order <= b.order ? a : b;
        JobEntry child = root == a ? b : a;
        child.beside = root.below;
        if (child.beside != null) {
            child.beside.before = child;
        }
        child.before = root;
        root.below = child;
        return root;
    }

    /** Children without a root become a queue: joined in pairs, then from the last to the first. */
    private static @Nullable JobEntry pair(@Nullable JobEntry firstChild) {
        JobEntry pairs = null;
        JobEntry next = firstChild;
        while (next != null) {
            JobEntry a = next;
            JobEntry b = a.beside;
            next = b == null ? null : b.beside;
            JobEntry joined = lone(a);
            if (b != null) {
                joined = join(joined, lone(b));
            }
            joined.beside = pairs;
            pairs = joined;
        }
        JobEntry root = null;
        while (pairs != null) {
            JobEntry rest = pairs.beside;
            root = merge(root, lone(pairs));
            pairs = rest;
        }
        return root;
    }

    private static JobEntry lone(JobEntry job) {
        job.beside = null;
        job.before = null;
        return job;
    }
}
