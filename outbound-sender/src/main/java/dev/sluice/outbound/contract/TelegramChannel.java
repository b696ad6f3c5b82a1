package dev.sluice.outbound.contract;

import dev.sluice.model.Attempt;
import dev.sluice.model.AttemptResult;
import dev.sluice.model.ChatId;
import dev.sluice.model.RawJson;
import dev.sluice.model.ResultClass;
import dev.sluice.model.SendError;
import dev.sluice.model.SendRequest;
import dev.sluice.model.Sender;
import dev.sluice.runtime.secret.Secret;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The Bot API: any method whose parameters are JSON, file ids and URLs. */
public final class TelegramChannel implements Channel {

    private static final Pattern TOKEN = Pattern.compile("([0-9]+):[A-Za-z0-9_-]+");

    private static final Map<String, String> HEADERS = Map.of("Content-Type", "application/json");

    private final Function<Sender, MethodWeights> weights;

    /**
     * The channel.
     *
     * @param weights of each sender's methods; pure and thread-safe
     */
    public TelegramChannel(Function<Sender, MethodWeights> weights) {
        this.weights = weights;
    }

    @Override
    public Sender.Channel kind() {
        return Sender.Channel.TELEGRAM;
    }

    @Override
    public Optional<Refusal> refuse(SendRequest request) {
        if (TelegramMethods.isForbidden(request.method())) {
            return Optional.of(new Refusal(Refusal.Reason.METHOD_FORBIDDEN, "method " + request.method()));
        }
        return TelegramUploads.find(request)
                .map(what -> new Refusal(Refusal.Reason.NEEDS_UPLOAD, what + " wants a file to be uploaded"));
    }

    @Override
    public Facts facts(SendRequest request) {
        return new Facts(
                request.params().chatId().map(TelegramChats::of),
                weights.apply(request.sender()).of(request.method(), request.params()),
                TelegramMethods.isEdit(request.method()));
    }

    @Override
    public Chat chat(ChatId id) {
        return TelegramChats.of(id);
    }

    /** The parameters go out byte for byte, and nothing else does (R91). */
    @Override
    public Call call(Attempt attempt, Secret credentials) {
        Matcher token = TOKEN.matcher(credentials.reveal());
        if (!token.matches() || !token.group(1).equals(attempt.sender().account())) {
            throw new IllegalArgumentException("not a token of " + attempt.sender());
        }
        return new Call(
                "/bot" + credentials.reveal() + "/" + attempt.method(),
                HEADERS,
                attempt.params().json().toBytes());
    }

    /** None: a {@code Retry-After} header is no part of this contract (R86). */
    @Override
    public Set<String> answerHeaders() {
        return Set.of();
    }

    @Override
    public Verdict classify(Attempt attempt, Answer answer) {
        Optional<BotApiBody> body = BotApiBody.parse(answer.body());
        ResultClass resultClass = TelegramClassifier.classify(attempt, answer.status(), body);
        boolean sent = resultClass == ResultClass.SENT;
        Optional<RawJson> message = sent ? body.flatMap(BotApiBody::result) : Optional.empty();
        return TelegramVerdicts.of(
                attempt.method(),
                resultClass,
                OptionalInt.of(answer.status()),
                message,
                sent ? Optional.empty() : Optional.of(error(answer, body)),
                false);
    }

    @Override
    public Verdict recall(String method, AttemptResult result, boolean afterUnknown) {
        return TelegramVerdicts.of(
                method, result.resultClass(), result.httpStatus(), result.message(), result.error(), afterUnknown);
    }

    /** Its code is the body's, and that of the status where the body has none. */
    private static SendError error(Answer answer, Optional<BotApiBody> body) {
        if (body.isEmpty()) {
            return new SendError.Telegram(answer.status(), describe(answer), Optional.empty());
        }
        long code = body.get().errorCode().orElse(answer.status());
        boolean fits = code >= Integer.MIN_VALUE && code <= Integer.MAX_VALUE;
        return new SendError.Telegram(
                fits ? (int) code : answer.status(),
                body.get().description().orElse(""),
                body.get().parameters());
    }

    /** A cut success may hold somebody's message: only its size is told. */
    private static String describe(Answer answer) {
        if (!TelegramClassifier.isSuccess(answer.status())) {
            return ErrorText.ofPage(answer.body(), answer.complete());
        }
        return answer.body().length + " bytes that are no JSON object" + (answer.complete() ? "" : ", cut short");
    }
}
