package dev.sluice.cli.request;

import dev.sluice.cli.Cluster;
import dev.sluice.model.JobKey;
import dev.sluice.model.Sender;

/** One of the two forms of {@code sluice request status}. */
interface StatusOutput {

    void ofSender(Cluster cluster, Sender sender);

    /** False when nothing is known of the job; then nothing was printed. */
    boolean ofJob(Cluster cluster, JobKey job);
}
