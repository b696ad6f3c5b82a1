package dev.sluice.local.view;

import dev.sluice.local.sends.AnswerCount;
import dev.sluice.local.sends.SendFigures;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Everything the live view shows at one moment.
 *
 * @param ratePerSecond stored updates per second, over the last few seconds
 * @param generated updates that arrived at the simulated API; 0 against the real one
 * @param sends empty when nothing is sent
 * @param answers by the ledger; empty when nothing is sent or against the real API
 * @param notices the newest ingest events and floods, newest first
 * @param latest the newest updates and outcomes, newest first
 */
record Picture(
        Duration running,
        double ratePerSecond,
        long generated,
        long stored,
        long delayP50Ms,
        long delayP99Ms,
        Optional<SendFigures> sends,
        Optional<AnswerCount> answers,
        List<BotLine> bots,
        List<Notice> notices,
        List<Row> latest) {}
