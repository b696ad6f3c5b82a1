package dev.sluice.model;

import java.util.regex.Pattern;

/**
 * The names that a deployment uses in Kafka: topics, consumer groups and transactional ids, each with the prefix of
 * {@code sluice.topics.prefix} in front, literally.
 *
 * @param prefix up to 64 of {@code A-Z a-z 0-9 . _ -}; may be empty
 */
public record Names(String prefix) {

    /** What a prefix looks like. */
    public static final String PREFIX_PATTERN = "[A-Za-z0-9._-]{0,64}";

    private static final Pattern PREFIX = Pattern.compile(PREFIX_PATTERN);

    public Names {
        if (!PREFIX.matcher(prefix).matches()) {
            throw new IllegalArgumentException("a topic prefix is at most 64 of A-Z a-z 0-9 . _ -");
        }
    }

    /** The full name of a topic. */
    public String topic(TopicSpec topic) {
        return prefix + topic.name();
    }

    /** The full name of a consumer group, for example of {@code sluice-ingest}. */
    public String group(String base) {
        return prefix + base;
    }

    /** The transactional id that owns a shard of ingest: whoever initialised it last is the shard's only writer. */
    public String ingestTransactionalId(int shard) {
        if (shard < 0) {
            throw new IllegalArgumentException("a shard is a partition number: " + shard);
        }
        return prefix + "sluice-ingest-" + shard;
    }
}
