package dev.sluice.outbound.gate;

import dev.sluice.model.ResultClass;
import dev.sluice.model.Sender;

/** One call as it truly was on the wire, in true time. */
final class WireCall {
    final Grant grant;
    final String chat;
    final long sentAt;
    final long grantedAt;
    final long wallAtSend;
    final boolean wallStepped;
    long answeredAt = Long.MAX_VALUE;
    ResultClass truth = ResultClass.UNKNOWN;
    long retryAfterMs;

    /** When the gate read its result; never, if that was lost. */
    long readAt = Long.MAX_VALUE;

    WireCall(Grant grant, String chat, long grantedAt, long sentAt, long wallAtSend, boolean wallStepped) {
        this.grant = grant;
        this.chat = chat;
        this.grantedAt = grantedAt;
        this.sentAt = sentAt;
        this.wallAtSend = wallAtSend;
        this.wallStepped = wallStepped;
    }

    String id() {
        return grant.job().spec().requestId();
    }

    Sender sender() {
        return spec().sender();
    }

    JobSpec spec() {
        return grant.job().spec();
    }

    /** Certainly refused or not taken: another try is no resend. */
    boolean isCertainlyUnsent() {
        return truth == ResultClass.FLOOD || truth == ResultClass.MIGRATED || truth == ResultClass.AUTH;
    }
}
