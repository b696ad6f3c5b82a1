package dev.sluice.runtime.acl;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourceType;

/**
 * What Kafka has to allow somebody to do with one resource. Lists of these are the one source of Sluice's ACLs: the check at
 * a service's start, {@code sluice check}, {@code deploy/kafka/acls.sh} and the table of {@code docs/security.md} are made of
 * them. DESCRIBE is not named where READ or WRITE stands, which imply it.
 *
 * @param name of the resource, or how its name begins when {@code pattern} is PREFIXED
 * @param operations in the order of their names
 * @param examples names of such resources, by which the cluster can be asked
 */
public record KafkaNeed(
        ResourceType type, PatternType pattern, String name, Set<AclOperation> operations, List<String> examples) {

    public KafkaNeed {
        TreeSet<AclOperation> sorted = new TreeSet<>((a, b) -> a.name().compareTo(b.name()));
        sorted.addAll(operations);
        operations = Collections.unmodifiableSet(sorted);
        examples = List.copyOf(examples);
    }

    /** Operations on one topic, by its full name. */
    public static KafkaNeed topic(String name, AclOperation... operations) {
        return new KafkaNeed(ResourceType.TOPIC, PatternType.LITERAL, name, Set.of(operations), List.of(name));
    }

    /** Operations on all topics whose names begin so. */
    public static KafkaNeed topics(String prefix, List<String> examples, AclOperation... operations) {
        return new KafkaNeed(ResourceType.TOPIC, PatternType.PREFIXED, prefix, Set.of(operations), examples);
    }

    /** An operation on a consumer group: READ for a member, DESCRIBE for who only asks about it. */
    public static KafkaNeed group(String name, AclOperation operation) {
        return new KafkaNeed(ResourceType.GROUP, PatternType.LITERAL, name, Set.of(operation), List.of(name));
    }

    /** Transactions under ids that begin so. */
    public static KafkaNeed transactionalIds(String prefix, List<String> examples) {
        return new KafkaNeed(
                ResourceType.TRANSACTIONAL_ID, PatternType.PREFIXED, prefix, Set.of(AclOperation.WRITE), examples);
    }

    /** Transactions under one id. */
    public static KafkaNeed transactionalId(String id) {
        return new KafkaNeed(
                ResourceType.TRANSACTIONAL_ID, PatternType.LITERAL, id, Set.of(AclOperation.WRITE), List.of(id));
    }

    /** All of them, those of one resource in one, in the order in which the resources come first. */
    public static List<KafkaNeed> together(Collection<KafkaNeed> needs) {
        record Resource(ResourceType type, PatternType pattern, String name) {}
        Map<Resource, KafkaNeed> merged = new LinkedHashMap<>();
        needs.forEach(need ->
                merged.merge(new Resource(need.type, need.pattern, need.name), need, KafkaNeed::withOperationsOf));
        return new ArrayList<>(merged.values());
    }

    private KafkaNeed withOperationsOf(KafkaNeed other) {
        Set<AclOperation> both = new TreeSet<>(operations);
        both.addAll(other.operations);
        return new KafkaNeed(type, pattern, name, both, examples);
    }

    /** The same without one operation. */
    public KafkaNeed without(AclOperation operation) {
        Set<AclOperation> rest = new TreeSet<>(operations);
        rest.remove(operation);
        return new KafkaNeed(type, pattern, name, rest, examples);
    }

    /** What it is about, like {@code topic x} or {@code transactional ids x*}. */
    public String resource() {
        String kind = type == ResourceType.TRANSACTIONAL_ID
                ? "transactional id" + (pattern == PatternType.PREFIXED ? "s" : "")
                : type.name().toLowerCase(java.util.Locale.ROOT);
        return kind + " " + name + (pattern == PatternType.PREFIXED ? "*" : "");
    }

    /** Operations as words. */
    static String words(Collection<AclOperation> operations) {
        return operations.stream().map(Enum::name).sorted().collect(Collectors.joining(" "));
    }

    /** The operations as words. */
    public String words() {
        return words(operations);
    }
}
