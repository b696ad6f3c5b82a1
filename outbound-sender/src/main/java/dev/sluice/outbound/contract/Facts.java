package dev.sluice.outbound.contract;

import java.util.Optional;

/**
 * What the gates must know of a request, without its content.
 *
 * @param chat whose lane it goes through; empty: no lane, no order, the bot gate only
 * @param weight what it takes of the windows that count items, 0 or more. The 1/1s chat window counts calls, whatever this says
 * @param edit whether it changes a message that is there: it shares the chat's budget with the sends (TELEGRAM 4)
 */
public record Facts(Optional<Chat> chat, int weight, boolean edit) {

    public Facts {
        if (weight < 0) {
            throw new IllegalArgumentException("a weight is not negative: " + weight);
        }
    }
}
