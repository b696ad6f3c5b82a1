/**
 * The Kafka Streams shell around the gate: what is read becomes events, what the gate gives out becomes records, and all of it
 * commits together.
 *
 * <pre>
 *  outbound.requests ────────┐
 *  outbound.commands ────────┼─▶ Arrival ─▶ intakes ─▶ gate ─▶ Outputs ─▶ outbound.attempts, .outcomes, .reviews
 *  outbound.attempt-results ─┘                │ refused   └─▶ LaneReports ─▶ outbound.lanes (once a second)
 *                                             └─▶ outbound.dead-letters
 * </pre>
 *
 * <p>Who holds which rule: {@link dev.sluice.outbound.topology.GateTopology} only wires; {@code GateTask} is one task from its
 * init to its close and holds all memory; {@code TaskRebuild} takes what is stored back into memory, in slices; {@code Barriers}
 * keeps a task shut that may not know what is stored; {@code CommitPace} and {@code Alarm} say when to commit and when to look
 * again. But for what says otherwise nothing is thread-safe: all of it happens on the stream thread.
 */
@NullMarked
package dev.sluice.outbound.topology;

import org.jspecify.annotations.NullMarked;
