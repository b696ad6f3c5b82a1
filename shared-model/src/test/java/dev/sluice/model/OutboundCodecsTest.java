package dev.sluice.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Golden forms of what the sender writes. */
class OutboundCodecsTest {

    private static final Sender BOT = Sender.telegram(123456);
    private static final Instant AT = Instant.parse("2026-11-30T08:00:00Z");
    private static final SendError FLOOD = new SendError.Telegram(
            429, "Too Many Requests: retry after 5", Optional.of(RawJson.of("{\"retry_after\": 5}")));

    @Test
    @Tag("R120")
    void writesAnOutcome() {
        Outcome sent = new Outcome(
                "r1",
                BOT,
                Outcome.State.SENT,
                2,
                AT,
                Optional.of(RawJson.of("{\"message_id\": 7,\"date\":1e400}")),
                OptionalInt.of(200),
                Optional.empty(),
                Outcome.Reason.SENT,
                "sendMessage",
                Optional.of(ChatId.of(42)),
                Optional.of("123456:8103"));

        assertForm(
                sent,
                OutcomeCodec::encode,
                OutcomeCodec::decode,
                "{'request_id':'r1','sender':'telegram:123456','state':'sent','attempt':2,"
                        + "'at':'2026-11-30T08:00:00.000Z','message':{'message_id': 7,'date':1e400},'http_status':200,"
                        + "'error':null,'reason':'sent','method':'sendMessage','chat_id':42,'cause':'123456:8103'}");
    }

    @Test
    @Tag("R133")
    void writesTheErrorOfTheBotApi() {
        Outcome held = outcome(Optional.of(FLOOD), OptionalInt.of(429));

        assertForm(
                held,
                OutcomeCodec::encode,
                OutcomeCodec::decode,
                "{'request_id':'r1','sender':'telegram:123456','state':'held','attempt':1,"
                        + "'at':'2026-11-30T08:00:00.000Z','message':null,'http_status':429,"
                        + "'error':{'code':429,'description':'Too Many Requests: retry after 5',"
                        + "'parameters':{'retry_after': 5}},'reason':'flood_without_wait','method':'sendMessage',"
                        + "'chat_id':null,'cause':null}");
    }

    @Test
    @Tag("R130")
    void writesTheErrorOfUnifyPort() {
        SendError error = new SendError.UnifyPort(
                "send_message_failed", Optional.of(RawJson.of("50001")), "it failed", Optional.of("req_1"));

        byte[] json = OutcomeCodec.encode(outcome(Optional.of(error), OptionalInt.of(500)));

        assertEquals(Optional.of(error), OutcomeCodec.decode(json).error());
        assertEquals(
                true,
                new String(json, StandardCharsets.UTF_8)
                        .contains("\"error\":{\"code\":\"send_message_failed\",\"numeric_code\":50001,"
                                + "\"message\":\"it failed\",\"request_id\":\"req_1\"}"));
    }

    @Test
    void writesAnAttempt() {
        Attempt attempt = new Attempt(
                9007199254740993L,
                "7-3f1c",
                "r1",
                BOT,
                1,
                "sendMediaGroup",
                Params.of("{ \"chat_id\":\"@Foo\" }"),
                3,
                Optional.of(ChatId.of("@Foo")),
                AT,
                20_000,
                60_000,
                List.of());

        assertForm(
                attempt,
                AttemptCodec::encode,
                AttemptCodec::decode,
                "{'grant_id':9007199254740993,'epoch':'7-3f1c','request_id':'r1','sender':'telegram:123456','attempt':1,"
                        + "'method':'sendMediaGroup','params':{ 'chat_id':'@Foo' },'weight':3,'chat_id':'@Foo',"
                        + "'granted_at':'2026-11-30T08:00:00.000Z','lease_ms':20000,'deadline_ms':60000}");
    }

    @Test
    void writesWhatAnAttemptWaitsFor() {
        Attempt attempt = new Attempt(
                19,
                "7-3f1c",
                "r1",
                BOT,
                1,
                "sendMessage",
                Params.of("{}"),
                1,
                Optional.empty(),
                AT,
                20_000,
                60_000,
                List.of(new Attempt.Hold(17, 37, 1_010), new Attempt.Hold(9_007_199_254_740_993L, 0, 60_010)));

        assertForm(
                attempt,
                AttemptCodec::encode,
                AttemptCodec::decode,
                "{'grant_id':19,'epoch':'7-3f1c','request_id':'r1','sender':'telegram:123456','attempt':1,"
                        + "'method':'sendMessage','params':{},'weight':1,'chat_id':null,"
                        + "'granted_at':'2026-11-30T08:00:00.000Z','lease_ms':20000,'deadline_ms':60000,"
                        + "'hold':[{'grant_id':17,'ms':37,'ms_after_sent':1010},"
                        + "{'grant_id':9007199254740993,'ms':0,'ms_after_sent':60010}]}");
    }

    @Test
    void writesAResult() {
        AttemptResult result = new AttemptResult(
                9,
                "r1",
                BOT,
                1,
                ResultClass.NOT_SENT,
                OptionalInt.empty(),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty());
        AttemptResult flood = new AttemptResult(
                9,
                "r1",
                BOT,
                1,
                ResultClass.FLOOD,
                OptionalInt.of(429),
                OptionalLong.of(31),
                OptionalLong.of(0),
                Optional.empty(),
                Optional.of(FLOOD));

        assertForm(
                result,
                AttemptResultCodec::encode,
                AttemptResultCodec::decode,
                "{'grant_id':9,'request_id':'r1','sender':'telegram:123456','attempt':1,'class':'not_sent',"
                        + "'http_status':null,'ms_since_sent':null,'ms_since_received':null,'message':null,"
                        + "'error':null}");
        assertForm(
                flood,
                AttemptResultCodec::encode,
                AttemptResultCodec::decode,
                "{'grant_id':9,'request_id':'r1','sender':'telegram:123456','attempt':1,'class':'flood',"
                        + "'http_status':429,'ms_since_sent':31,'ms_since_received':0,'message':null,"
                        + "'error':{'code':429,'description':'Too Many Requests: retry after 5',"
                        + "'parameters':{'retry_after': 5}}}");
    }

    @Test
    @Tag("R133")
    void writesAReview() {
        Review review = new Review(
                "r1",
                BOT,
                Outcome.State.UNKNOWN,
                AT,
                "sendMessage",
                Params.of("{\"chat_id\":42}"),
                Optional.of(ChatId.of(42)),
                Outcome.Reason.LOST_RESPONSE,
                Optional.of(AT.plusSeconds(1)),
                List.of(
                        new Review.Try(1, AT, ResultClass.FLOOD, OptionalInt.of(429), Optional.of(FLOOD)),
                        new Review.Try(2, AT, ResultClass.UNKNOWN, OptionalInt.empty(), Optional.empty())));

        assertForm(
                review,
                ReviewCodec::encode,
                ReviewCodec::decode,
                "{'request_id':'r1','sender':'telegram:123456','state':'unknown','since':'2026-11-30T08:00:00.000Z',"
                        + "'method':'sendMessage','params':{'chat_id':42},'chat_id':42,'reason':'lost_response',"
                        + "'expires_at':'2026-11-30T08:00:01.000Z','attempts':["
                        + "{'attempt':1,'at':'2026-11-30T08:00:00.000Z','class':'flood','http_status':429,"
                        + "'error':{'code':429,'description':'Too Many Requests: retry after 5',"
                        + "'parameters':{'retry_after': 5}}},"
                        + "{'attempt':2,'at':'2026-11-30T08:00:00.000Z','class':'unknown','http_status':null,"
                        + "'error':null}]}");
    }

    @Test
    void writesALane() {
        Lane lane =
                new Lane(BOT, 100_000, 1, Optional.of(AT), Optional.empty(), false, Optional.of("no_credentials"), AT);

        assertForm(
                lane,
                LaneCodec::encode,
                LaneCodec::decode,
                "{'sender':'telegram:123456','backlog':100000,'in_flight':1,'oldest_at':'2026-11-30T08:00:00.000Z',"
                        + "'cooldown_until':null,'paused':false,'parked':'no_credentials',"
                        + "'at':'2026-11-30T08:00:00.000Z'}");
    }

    @Test
    void usesTheContractsWords() {
        assertEquals(
                "accepted sent rejected expired cancelled exhausted held unknown dropped",
                words(Outcome.State.values()));
        assertEquals(
                "sent rejected expired cancelled exhausted dropped",
                words(Stream.of(Outcome.State.values())
                        .filter(Outcome.State::terminal)
                        .toArray(Outcome.State[]::new)));
        assertEquals(
                "accepted sent not_modified api_accepted bad_request forbidden not_found too_large expired cancelled"
                        + " chat_cancelled attempts flood_without_wait lost_response server_error unparsable"
                        + " album_partial deadline resolved policy late_result_duplicate",
                words(Outcome.Reason.values()));
        assertEquals("sent flood held migrated rejected auth unknown not_sent", words(ResultClass.values()));
        assertEquals(
                "not_json missing_field invalid_field invalid_params too_large",
                words(InvalidRecordException.Fault.values()));
    }

    @Test
    void refusesStatesThatNeedNoReview() {
        assertThrows(
                InvalidRecordException.class,
                () -> new Review(
                        "r1",
                        BOT,
                        Outcome.State.SENT,
                        AT,
                        "sendMessage",
                        Params.of("{}"),
                        Optional.empty(),
                        Outcome.Reason.SENT,
                        Optional.empty(),
                        List.of()));
    }

    private static Outcome outcome(Optional<SendError> error, OptionalInt httpStatus) {
        return new Outcome(
                "r1",
                BOT,
                Outcome.State.HELD,
                1,
                AT,
                Optional.empty(),
                httpStatus,
                error,
                Outcome.Reason.FLOOD_WITHOUT_WAIT,
                "sendMessage",
                Optional.empty(),
                Optional.empty());
    }

    private static String words(Word[] all) {
        return Stream.of(all).map(Word::word).collect(Collectors.joining(" "));
    }

    private static <T> void assertForm(
            T record, Function<T, byte[]> encode, Function<byte[], T> decode, String expectedWithSingleQuotes) {
        byte[] json = encode.apply(record);
        assertEquals(expectedWithSingleQuotes.replace('\'', '"'), new String(json, StandardCharsets.UTF_8));
        assertEquals(record, decode.apply(json));
    }
}
