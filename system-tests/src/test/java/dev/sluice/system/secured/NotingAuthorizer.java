package dev.sluice.system.secured;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.metadata.authorizer.StandardAuthorizer;
import org.apache.kafka.server.authorizer.Action;
import org.apache.kafka.server.authorizer.AuthorizableRequestContext;
import org.apache.kafka.server.authorizer.AuthorizationResult;

/** Kafka's own authoriser, and a note of all that it was asked in earnest. Within this JVM only. */
public final class NotingAuthorizer extends StandardAuthorizer {
    private static final Set<Asked> ASKED = ConcurrentHashMap.newKeySet();

    /** One question and its answer. */
    record Asked(String user, ResourceType type, String name, AclOperation operation, boolean allowed) {
        boolean isAbout(ResourceType other, PatternType pattern, String otherName) {
            return type == other
                    && (pattern == PatternType.PREFIXED ? name.startsWith(otherName) : name.equals(otherName));
        }
    }

    /** What was asked about a user. */
    static Set<Asked> asked(String user) {
        return ASKED.stream().filter(each -> each.user().equals(user)).collect(Collectors.toSet());
    }

    @Override
    public List<AuthorizationResult> authorize(AuthorizableRequestContext context, List<Action> actions) {
        List<AuthorizationResult> results = super.authorize(context, actions);
        for (int i = 0; i < actions.size(); i++) {
            note(context, actions.get(i), results.get(i) == AuthorizationResult.ALLOWED);
        }
        return results;
    }

    /** A broker that only wants to tell what is allowed, or looks for a second way, asks for nothing to be logged. */
    private static void note(AuthorizableRequestContext context, Action action, boolean allowed) {
        if (allowed ? action.logIfAllowed() : action.logIfDenied()) {
            ASKED.add(new Asked(
                    context.principal().getName(),
                    action.resourcePattern().resourceType(),
                    action.resourcePattern().name(),
                    action.operation(),
                    allowed));
        }
    }
}
