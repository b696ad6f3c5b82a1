package dev.sluice.outbound.desk.feed;

import dev.sluice.model.Names;
import dev.sluice.model.TopicSpec;
import dev.sluice.model.Topics;
import dev.sluice.outbound.desk.board.Board.Part;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The topics that the desk reads, by their full names, and the one that it writes to. */
public record DeskTopics(String lanes, String reviews, String outcomes, String commands) {

    /** What has to be there. */
    public static final List<TopicSpec> ALL = List.of(Topics.LANES, Topics.REVIEWS, Topics.OUTCOMES, Topics.COMMANDS);

    public static DeskTopics of(Names names) {
        return new DeskTopics(
                names.topic(Topics.LANES),
                names.topic(Topics.REVIEWS),
                names.topic(Topics.OUTCOMES),
                names.topic(Topics.COMMANDS));
    }

    /** What is read; outcomes only when some are to be kept. */
    Map<Part, String> read(boolean withOutcomes) {
        Map<Part, String> read = new EnumMap<>(Part.class);
        read.put(Part.LANES, lanes);
        read.put(Part.REVIEWS, reviews);
        if (withOutcomes) {
            read.put(Part.OUTCOMES, outcomes);
        }
        return read;
    }

    Part part(String topic) {
        return topic.equals(lanes) ? Part.LANES : topic.equals(reviews) ? Part.REVIEWS : Part.OUTCOMES;
    }
}
