package dev.sluice.model;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.fail;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Whatever lies in a topic, a decoder reads it or says what is wrong: it never fails in another way. */
class DamagedRecordsTest {

    private static final String SECRET = "Wanderfalke";

    private record Sample(String json, Function<byte[], ?> decode) {}

    private static final List<Sample> SAMPLES = List.of(
            new Sample(
                    "{'next_offset':8103,'recent':[[8000,8102,1764489600]],'updated_at':'2025-11-30T08:00:00.000Z',"
                            + "'owner':'Wanderfalke','epoch':7,'sequences':[1],'quarantined':[]}",
                    json -> CheckpointCodec.decode(json, 2)),
            new Sample(
                    "{'type':'gap','bot_id':1,'at':'2025-11-30T08:00:00Z','instance':'Wanderfalke','cause':'ids',"
                            + "'first':1,'last':2,'missing':2,'down_ms':null}",
                    IngestEventCodec::decode),
            new Sample(
                    "{'request_id':'Wanderfalke','sender':'telegram:123456','method':'sendMessage',"
                            + "'params':{'chat_id':42,'text':'Wanderfalke'},'priority':'reply','max_attempts':5,"
                            + "'expires_at':'2025-11-30T08:00:00Z'}",
                    SendRequestCodec::decode),
            new Sample(
                    "{'command':'resolve','sender':'telegram:1','request_id':'Wanderfalke','attempt':1,"
                            + "'decision':'sent','by':'Wanderfalke'}",
                    CommandCodec::decode),
            new Sample(
                    "{'grant_id':9,'epoch':'e','request_id':'r','sender':'telegram:123456','attempt':1,"
                            + "'method':'sendMessage','params':{'text':'Wanderfalke'},'weight':3,'chat_id':'@Foo',"
                            + "'granted_at':'2026-11-30T08:00:00.000Z','lease_ms':20000,'deadline_ms':60000}",
                    AttemptCodec::decode),
            new Sample(
                    "{'grant_id':9,'request_id':'r','sender':'telegram:1','attempt':1,'class':'flood','http_status':429,"
                            + "'ms_since_sent':31,'ms_since_received':0,'message':null,'error':{'code':429,"
                            + "'description':'Wanderfalke','parameters':{'retry_after': 5}}}",
                    AttemptResultCodec::decode),
            new Sample(
                    "{'request_id':'r','sender':'unifyport:a','state':'held','since':'2026-11-30T08:00:00.000Z',"
                            + "'method':'m','params':{},'chat_id':42,'reason':'deadline','attempts':[{'attempt':1,"
                            + "'at':'2026-11-30T08:00:00.000Z','class':'auth','error':{'code':'x','message':'y'}}]}",
                    ReviewCodec::decode),
            new Sample(
                    "{'sender':'telegram:1','backlog':1,'in_flight':1,'paused':false,'parked':'x',"
                            + "'at':'2026-11-30T08:00:00.000Z'}",
                    LaneCodec::decode),
            new Sample(
                    "{'request_id':'r','sender':'telegram:1','state':'sent','attempt':2,'at':'2026-11-30T08:00:00.000Z',"
                            + "'message':{'text':'Wanderfalke'},'reason':'sent','method':'m'}",
                    OutcomeCodec::decode));

    @Test
    void decodersReadOrSayWhatIsWrong() {
        Random random = Seeds.random(DamagedRecordsTest.class);
        int read = 0;

        for (int i = 0; i < 60_000; i++) {
            Sample sample = SAMPLES.get(i % SAMPLES.size());
            byte[] json = sample.json().replace('\'', '"').getBytes(StandardCharsets.UTF_8);
            byte[] damaged = i < SAMPLES.size() ? json : damage(random, json);
            try {
                read += sample.decode().apply(damaged) == null ? 0 : 1;
            } catch (InvalidRecordException e) {
                assertFalse(e.toString().contains(SECRET), e.toString());
            } catch (RuntimeException e) {
                fail(new String(damaged, StandardCharsets.UTF_8), e);
            }
        }

        assertFalse(read < SAMPLES.size() || read > 40_000, "read " + read);
    }

    private static byte[] damage(Random random, byte[] json) {
        byte[] odd = ODD.get(random.nextInt(ODD.size())).getBytes(StandardCharsets.UTF_8);
        int from = random.nextInt(json.length);
        int to = Math.min(json.length, from + random.nextInt(random.nextBoolean() ? 2 : 12));
        byte[] damaged = new byte[json.length - (to - from) + odd.length];
        System.arraycopy(json, 0, damaged, 0, from);
        System.arraycopy(odd, 0, damaged, from, odd.length);
        System.arraycopy(json, to, damaged, from + odd.length, json.length - to);
        if (random.nextInt(4) == 0) {
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
        }
        return damaged;
    }

    private static final List<String> ODD = List.of(
            "",
            "0",
            "-",
            "9",
            "99999999999999999999",
            "1e9",
            ".5",
            "null",
            "true",
            "\"",
            "\"\"",
            ",",
            ":",
            "{",
            "}",
            "[",
            "]",
            "[]",
            "{}",
            "\\",
            "\\u",
            "\\ud800",
            "\u0000",
            " ",
            "é",
            "/",
            "\"x\":1,",
            "[1,2,3],");
}
