package dev.sluice.model;

import java.util.Arrays;
import java.util.stream.Collectors;

/** An enum constant that stands in records as a word of its own. */
interface Word {

    String word();

    /**
     * The constant of that word.
     *
     * @throws InvalidRecordException when none has it; the message names them all
     */
    static <T extends Word> T parse(String field, String text, T[] all) {
        for (T candidate : all) {
            if (candidate.word().equals(text)) {
                return candidate;
            }
        }
        String words = Arrays.stream(all).map(Word::word).collect(Collectors.joining(", "));
        throw InvalidRecordException.invalid(field, "none of " + words);
    }
}
