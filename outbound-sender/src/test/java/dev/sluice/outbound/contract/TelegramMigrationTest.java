package dev.sluice.outbound.contract;

import static dev.sluice.outbound.contract.Calls.TELEGRAM;
import static dev.sluice.outbound.contract.Calls.answer;
import static dev.sluice.outbound.contract.Calls.attempt;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.model.RawJson;
import dev.sluice.model.ResultClass;
import dev.sluice.model.SendError;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TelegramMigrationTest {
    private static final String MOVED =
            "{\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: group chat was "
                    + "upgraded to a supergroup chat\",\"parameters\":{\"migrate_to_chat_id\":-1009999999999}}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"chat_id\":-42}                                       | migrated",
                "{\"chat_id\":\"-42\",\"text\":\"chat_id -43\"}          | migrated",
                "{\"chat_id\":-42,\"from_chat_id\":7}                    | migrated",
                "{\"chat_id\":-42,\"from_chat_id\":\"@channel\"}         | migrated",
                "{\"chat_id\":-42,\"from_chat_id\":-1001234567890}       | migrated",
                "{\"chat_id\":-42,\"from_chat_id\":\"-42\"}              | migrated",
                "{\"chat_id\":-42,\"reply_parameters\":{\"chat_id\":-42}} | migrated",
                "{\"chat_id\":7,\"text\":\"{\\\"chat_id\\\":-42}\"} | migrated",
                // the other chat is the one that moved, or may be
                "{\"chat_id\":7,\"from_chat_id\":-42}                    | rejected",
                "{\"chat_id\":\"@channel\",\"from_chat_id\":-42}         | rejected",
                "{\"chat_id\":-1001234567890,\"from_chat_id\":-42}       | rejected",
                "{\"chat_id\":-42,\"from_chat_id\":-43}                  | rejected",
                "{\"chat_id\":7,\"reply_parameters\":{\"chat_id\":-42}}  | rejected",
                "{\"chat_id\":7,\"reply_parameters\":\"{\\\"chat_id\\\":-42}\"} | rejected",
                "{\"from_chat_id\":-42}                                  | rejected",
            })
    @Tag("R122")
    void movesTheTargetOnlyWhenItIsTheOneThatMoved(String params, String resultClass) {
        Verdict verdict = TELEGRAM.classify(attempt("forwardMessage", params), answer(400, MOVED));

        ResultClass expected = ResultClass.valueOf(resultClass.toUpperCase(Locale.ROOT));
        assertEquals(expected, verdict.resultClass());
        assertEquals(
                expected == ResultClass.MIGRATED ? OptionalLong.of(-1009999999999L) : OptionalLong.empty(),
                verdict.migrateTo());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"retry_after\":5,\"migrate_to_chat_id\":-1007} | 5 | -1007",
                "{\"retry_after\":\"5\",\"migrate_to_chat_id\":0} |   |",
                "{\"retry_after\":-5,\"migrate_to_chat_id\":1.5}  |   |",
                "{\"retry_after\":9007199254740992,\"migrate_to_chat_id\":-9007199254740992} | |",
                "{\"a\":{\"retry_after\":5}}                      |   |",
                "[5]                                              |   |",
            })
    @Tag("R85")
    @Tag("R87")
    void readsStoredParametersWithCare(String parameters, Long seconds, Long chatId) {
        SendError.Telegram error = new SendError.Telegram(400, "", Optional.of(RawJson.of(parameters)));

        assertEquals(optional(seconds), ResponseParameters.retryAfterSeconds(error));
        assertEquals(optional(chatId), ResponseParameters.migrateToChatId(error));
    }

    private static OptionalLong optional(Long value) {
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
