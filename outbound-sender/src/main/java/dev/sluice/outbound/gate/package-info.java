/**
 * What is sent when: bot, chat and job gates of one sender (R93-R95). Pure: events and the time go in, writes to {@link
 * dev.sluice.outbound.gate.Pieces} and {@link dev.sluice.outbound.gate.Output} come out. No Kafka, HTTP, clock or chance of
 * its own, and nothing of a message's content.
 *
 * <pre>
 *          accept
 *            │
 *            ▼            granted                        sent · rejected · exhausted ·
 *       ┌─────────┐ ───────────────────▶ ┌───────────┐   expired · cancelled · dropped
 *       │ WAITING │                      │ IN_FLIGHT │ ─────────────────────────────▶ end
 *       └─────────┘ ◀─────────────────── └───────────┘
 *         │ ▲  ▲     not counted: not_sent, returned,     │               │
 *  expired│ │  │     untaken, auth · counted: flood,      │               │
 *  cancel │ │  │     migrated (once), on_unknown resend   │ 429 without   │ nobody can tell,
 *         ▼ │  │                                          ▼ a wait        ▼ on_unknown hold
 *        end│  │                                       ┌──────┐       ┌─────────┐
 *           │  └──── resolve resend: goes first ───────┤ HELD │       │ UNKNOWN │
 *           │                                          └──┬───┘       └────┬────┘
 *           └─ resolve resend · late: certainly not sent ─┼────────────────┤
 *                                                         ▼                ▼
 *               end: resolve sent, drop · cancel (HELD only) · late sent or rejected
 * </pre>
 *
 * Who holds which rule: {@link dev.sluice.outbound.gate.PartitionGate} the events of a partition, {@code Ownership} its
 * dispatcher, {@code SenderTable} which sender is looked at when, {@code Grants} who is next, {@code SlidingWindow} and {@code ChatBudget} the windows, {@code Rests} why a whole sender is quiet,
 * {@code Lanes} and {@code Turns} chats and their turns, {@code Results} what an answer does, {@code Commands} what people do,
 * {@code Settlement} how a job ends or goes back, {@code Rebuild} what a restart does about windows.
 *
 * <p>What memory holds follows from the stored pieces; a grant is a change of the stored job first. A million waiting jobs
 * cost some 220 bytes each with as many chats, links, keys and ids included.
 */
@NullMarked
package dev.sluice.outbound.gate;

import org.jspecify.annotations.NullMarked;
