package dev.sluice.outbound.desk.board;

import dev.sluice.model.Lane;

/** A lane and what of it waits for a person. */
public record LaneRow(Lane lane, Counts reviews) {}
