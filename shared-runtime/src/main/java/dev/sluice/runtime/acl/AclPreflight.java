package dev.sluice.runtime.acl;

import dev.sluice.runtime.acl.AclFinding.Verdict;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * Asks the cluster what it allows us, and changes nothing. It tells the operations on topics, and on groups that have members
 * or offsets; of other groups and of transactional ids only whether we may describe them, which whoever may read or write them
 * may.
 */
public final class AclPreflight {
    private final Admin admin;

    public AclPreflight(Admin admin) {
        this.admin = admin;
    }

    /**
     * Refuses to go on when something is known to be denied. What cannot be told passes.
     *
     * @throws StartFailure (UNREACHABLE) with one line that names all of it
     */
    public void require(Collection<KafkaNeed> needs) {
        denials(needs).ifPresent(denials -> {
            throw new StartFailure(
                    ExitCode.UNREACHABLE,
                    "kafka",
                    "does not allow us " + denials + "; wants the ACLs of docs/security.md");
        });
    }

    /** What is known to be denied, like {@code WRITE on topic x, READ on group y}. */
    public Optional<String> denials(Collection<KafkaNeed> needs) {
        String denials = look(needs).stream()
                .filter(finding -> finding.verdict() == Verdict.DENIED)
                .map(AclFinding::denial)
                .collect(Collectors.joining(", "));
        return denials.isEmpty() ? Optional.empty() : Optional.of(denials);
    }

    /** One finding for each need, in their order. */
    public List<AclFinding> look(Collection<KafkaNeed> needs) {
        return needs.stream().map(this::look).toList();
    }

    private AclFinding look(KafkaNeed need) {
        AclFinding worst = AclFinding.allowed(need);
        for (String example : need.examples()) {
            AclFinding found = switch (need.type()) {
                case TOPIC -> topic(need, example);
                case GROUP -> group(need, example);
                case TRANSACTIONAL_ID -> transactionalId(need, example);
                default -> AclFinding.unknown(need, "Sluice has no such needs");
            };
            if (found.verdict() == Verdict.DENIED) {
                return found;
            }
            worst = found.verdict() == Verdict.UNKNOWN ? found : worst;
        }
        return worst;
    }

    private AclFinding topic(KafkaNeed need, String topic) {
        DescribeTopicsOptions options = new DescribeTopicsOptions().includeAuthorizedOperations(true);
        try {
            return judge(
                    need.without(AclOperation.CREATE), // it is there
                    get(admin.describeTopics(List.of(topic), options)
                                    .topicNameValues()
                                    .get(topic))
                            .authorizedOperations(),
                    need);
        } catch (UnknownTopicOrPartitionException e) {
            return need.operations().contains(AclOperation.CREATE) && !mayCreate(topic)
                    ? AclFinding.denied(need, Set.of(AclOperation.CREATE))
                    : AclFinding.unknown(need, "there is no such topic yet");
        } catch (AuthorizationException e) {
            return AclFinding.denied(need, need.operations());
        }
    }

    /** Has the brokers go as far as they go without making it. */
    private boolean mayCreate(String topic) {
        NewTopic wanted = new NewTopic(topic, 1, (short) -1);
        try {
            var unused = get(admin.createTopics(List.of(wanted), new CreateTopicsOptions().validateOnly(true))
                    .all());
            return true;
        } catch (AuthorizationException e) {
            return false;
        } catch (ApiException e) {
            return true; // it exists by now, or does not please a policy: that is not about us
        }
    }

    private AclFinding group(KafkaNeed need, String group) {
        DescribeConsumerGroupsOptions options = new DescribeConsumerGroupsOptions().includeAuthorizedOperations(true);
        try {
            return judge(
                    need,
                    get(admin.describeConsumerGroups(List.of(group), options)
                                    .describedGroups()
                                    .get(group))
                            .authorizedOperations(),
                    need);
        } catch (GroupIdNotFoundException e) {
            return AclFinding.unknown(need, "nobody has joined it yet");
        } catch (AuthorizationException e) {
            return AclFinding.denied(need, need.operations());
        }
    }

    private AclFinding transactionalId(KafkaNeed need, String id) {
        try {
            var unused = get(admin.describeTransactions(List.of(id)).description(id));
        } catch (TransactionalIdNotFoundException e) {
            return AclFinding.unknown(need, "may be described; whether it may be written shows when it is");
        } catch (TransactionalIdAuthorizationException e) {
            return AclFinding.denied(need, need.operations());
        }
        return AclFinding.unknown(need, "may be described; whether it may be written shows when it is");
    }

    /**
     * @param allowed what the broker says; what it has just done for us must be among it, or else it is not to be relied upon
     */
    private static AclFinding judge(KafkaNeed needed, @Nullable Set<AclOperation> allowed, KafkaNeed need) {
        if (allowed == null || !allowed.contains(AclOperation.DESCRIBE)) {
            return AclFinding.unknown(need, "the broker does not say");
        }
        Set<AclOperation> missing = new TreeSet<>(needed.operations());
        missing.removeAll(allowed);
        return missing.isEmpty() ? AclFinding.allowed(need) : AclFinding.denied(need, missing);
    }

    /** @param future there for everything that was asked for */
    private static <T> T get(@Nullable KafkaFuture<T> future) {
        try {
            return Objects.requireNonNull(future).get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
