package dev.sluice.cli;

import dev.sluice.runtime.lifecycle.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * What the cluster allows us, as far as it tells: for topics and groups it names the operations, for transactional ids only
 * whether we may describe them. Asks and changes nothing.
 */
final class AclPreflight {
    private final Cluster cluster;

    AclPreflight(Cluster cluster) {
        this.cluster = cluster;
    }

    List<CheckRow> rows(KafkaNeeds needs) {
        List<CheckRow> rows = new ArrayList<>();
        needs.topics().forEach((topic, operations) -> rows.add(topic(topic, operations)));
        needs.groups().forEach(group -> rows.add(group(group)));
        rows.add(transactionalIds(needs.transactionalPrefix(), needs.transactionalIds()));
        return rows;
    }

    private CheckRow topic(String topic, Set<AclOperation> needed) {
        DescribeTopicsOptions options = new DescribeTopicsOptions().includeAuthorizedOperations(true);
        try {
            return row(
                    "acl:" + topic,
                    needed,
                    get(admin().describeTopics(List.of(topic), options)
                                    .topicNameValues()
                                    .get(topic))
                            .authorizedOperations());
        } catch (UnknownTopicOrPartitionException e) {
            return CheckRow.unknown("acl:" + topic, "the topic is missing, or we may not describe it");
        } catch (AuthorizationException e) {
            return denied("acl:" + topic, needed);
        }
    }

    private CheckRow group(String group) {
        String subject = "acl:group:" + group;
        Set<AclOperation> needed = KafkaNeeds.READ;
        DescribeConsumerGroupsOptions options = new DescribeConsumerGroupsOptions().includeAuthorizedOperations(true);
        try {
            return row(
                    subject,
                    needed,
                    get(admin().describeConsumerGroups(List.of(group), options)
                                    .describedGroups()
                                    .get(group))
                            .authorizedOperations());
        } catch (GroupIdNotFoundException e) {
            return CheckRow.unknown(subject, "nobody has joined it yet; wants READ");
        } catch (AuthorizationException e) {
            return denied(subject, needed);
        }
    }

    private CheckRow transactionalIds(String prefix, List<String> ids) {
        String subject = "acl:transactional-ids:" + prefix + "*";
        for (String id : ids) {
            try {
                get(admin().describeTransactions(List.of(id)).description(id));
            } catch (TransactionalIdNotFoundException e) {
                continue; // never used, and we were told so
            } catch (TransactionalIdAuthorizationException e) {
                return denied(subject, KafkaNeeds.WRITE);
            }
        }
        return CheckRow.ok(subject, "may be described; whether they may be written shows at the first start only");
    }

    private static CheckRow row(String subject, Set<AclOperation> needed, @Nullable Set<AclOperation> allowed) {
        if (allowed == null) {
            return CheckRow.unknown(subject, "the broker does not say; wants " + words(needed));
        }
        return allowed.containsAll(needed) ? CheckRow.ok(subject, words(needed)) : denied(subject, needed);
    }

    private static CheckRow denied(String subject, Set<AclOperation> needed) {
        return CheckRow.failed(subject, ExitCode.UNREACHABLE, "not all allowed; wants " + words(needed));
    }

    private static String words(Set<AclOperation> operations) {
        return operations.stream().map(Enum::name).sorted().collect(Collectors.joining(" "));
    }

    private Admin admin() {
        return cluster.admin();
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
