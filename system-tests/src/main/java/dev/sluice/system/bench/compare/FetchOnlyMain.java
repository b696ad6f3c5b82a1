package dev.sluice.system.bench.compare;

import dev.sluice.local.botapi.SimulatedTokens;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/**
 * Polls one bot as fast as its round trip allows and throws everything away: what a poller could reach at best.
 *
 * <p>It confirms by offset like any poller, with the same limit and timeout as Sluice, and looks into an answer only for
 * the last update_id. HttpClient 5's classic client, since in this loop it is faster than the asynchronous one: nothing is
 * handed from thread to thread (measured at 0, 10 and 25 ms round trip). Everything that the client may add to a call is
 * off. Arguments: the API's base URL, the bot's id. Runs until it is killed.
 */
public final class FetchOnlyMain {
    private static final byte[] ID = "{\"update_id\":".getBytes(StandardCharsets.US_ASCII);

    private FetchOnlyMain() {}

    public static void main(String[] args) throws IOException {
        String url = args[0] + "/bot" + SimulatedTokens.tokenOf(Long.parseLong(args[1])) + "/getUpdates";
        System.out.println("ready");
        try (CloseableHttpClient http = HttpClients.custom()
                .disableAutomaticRetries()
                .disableAuthCaching()
                .disableConnectionState()
                .disableContentCompression()
                .disableCookieManagement()
                .disableRedirectHandling()
                .build()) {
            String offset = "";
            while (true) {
                HttpPost call = new HttpPost(url);
                call.setEntity(new ByteArrayEntity(body(offset), ContentType.APPLICATION_JSON));
                byte[] answer = http.execute(call, response -> EntityUtils.toByteArray(response.getEntity()));
                int last = lastUpdateId(answer);
                if (last >= 0) {
                    offset = "\"offset\":" + (last + 1) + ",";
                }
            }
        }
    }

    private static byte[] body(String offset) {
        return ("{" + offset + "\"limit\":100,\"timeout\":50}").getBytes(StandardCharsets.US_ASCII);
    }

    /** The id of the last element, found from the end; -1 when there is none. Quotes inside of texts are escaped. */
    static int lastUpdateId(byte[] answer) {
        for (int at = answer.length - ID.length - 1; at >= 0; at--) {
            if (answer[at] == '{' && Arrays.equals(answer, at, at + ID.length, ID, 0, ID.length)) {
                int id = 0;
                for (int digit = at + ID.length; answer[digit] >= '0' && answer[digit] <= '9'; digit++) {
                    id = id * 10 + answer[digit] - '0';
                }
                return id;
            }
        }
        return -1;
    }
}
