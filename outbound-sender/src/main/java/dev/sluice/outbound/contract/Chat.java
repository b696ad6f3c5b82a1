package dev.sluice.outbound.contract;

/**
 * A chat as the gates know it.
 *
 * @param key equal for ids that are one chat, at most 64 characters; means nothing across senders
 * @param groupLike whether the group window holds for it too: groups, channels, and names that may be either (R79)
 */
public record Chat(String key, boolean groupLike) {}
