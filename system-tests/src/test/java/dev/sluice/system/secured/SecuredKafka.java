package dev.sluice.system.secured;

import static org.awaitility.Awaitility.await;

import dev.sluice.runtime.acl.KafkaNeed;
import dev.sluice.testbroker.TestBroker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialAlteration;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.resource.ResourcePattern;

/** A broker with users that log in by SCRAM and may do what their ACLs say, and which {@link NotingAuthorizer} listens to. */
final class SecuredKafka implements AutoCloseable {
    private static final String SCRAM = "org.apache.kafka.common.security.scram.ScramLoginModule required";
    private static final Duration SOON = Duration.ofSeconds(30);

    private final TestBroker broker;
    private final Admin admin;

    SecuredKafka() throws Exception {
        broker = TestBroker.start(Map.of(
                "authorizer.class.name",
                NotingAuthorizer.class.getName(),
                "auto.create.topics.enable",
                "false",
                "sasl.enabled.mechanisms",
                "PLAIN,SCRAM-SHA-512",
                "listener.name.sasl.scram-sha-512.sasl.jaas.config",
                SCRAM + ";"));
        admin = Admin.create(Map.of("bootstrap.servers", broker.servers()));
    }

    /** One that may do everything. */
    Admin admin() {
        return admin;
    }

    /** Makes users who may do what is needed and nothing else, and waits until the broker knows all of it. */
    void users(Map<String, ? extends Collection<KafkaNeed>> needs) {
        List<UserScramCredentialAlteration> credentials = new ArrayList<>();
        List<AclBinding> acls = new ArrayList<>();
        needs.forEach((user, all) -> {
            ScramCredentialInfo how = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096);
            credentials.add(new UserScramCredentialUpsertion(user, how, password(user)));
            all.forEach(need -> acls.addAll(bindings(user, need)));
        });
        get(admin.alterUserScramCredentials(credentials).all());
        get(admin.createAcls(acls).all());
        await().atMost(SOON)
                .until(() -> get(admin.describeUserScramCredentials().users()).containsAll(needs.keySet()));
        await().atMost(SOON).until(() -> known().containsAll(acls));
    }

    /** Takes one away and waits until the broker has heard of it. */
    void deny(String user, KafkaNeed need) {
        List<AclBinding> gone = bindings(user, need);
        get(admin.deleteAcls(gone.stream().map(AclBinding::toFilter).toList()).all());
        await().atMost(SOON).until(() -> known().stream().noneMatch(gone::contains));
    }

    private Collection<AclBinding> known() {
        return new HashSet<>(get(admin.describeAcls(AclBindingFilter.ANY).values()));
    }

    private static List<AclBinding> bindings(String user, KafkaNeed need) {
        ResourcePattern resource = new ResourcePattern(need.type(), need.name(), need.pattern());
        return need.operations().stream()
                .map(operation -> new AclBinding(
                        resource, new AccessControlEntry("User:" + user, "*", operation, AclPermissionType.ALLOW)))
                .toList();
    }

    /** What a command of Sluice has in its environment to be this user. */
    Map<String, String> environment(String user) {
        return new HashMap<>(Map.of(
                "SLUICE_KAFKA_BOOTSTRAP_SERVERS", broker.saslServers(),
                "SLUICE_KAFKA_SECURITY_PROTOCOL", "SASL_PLAINTEXT",
                "SLUICE_KAFKA_SASL_MECHANISM", "SCRAM-SHA-512",
                "SLUICE_KAFKA_SASL_JAAS_CONFIG", jaas(user),
                "SLUICE_TOPICS_REPLICATION_FACTOR", "1"));
    }

    /** The same for a client of another service. */
    Map<String, Object> properties(String user) {
        return new HashMap<>(Map.of(
                "bootstrap.servers",
                broker.saslServers(),
                "security.protocol",
                "SASL_PLAINTEXT",
                "sasl.mechanism",
                "SCRAM-SHA-512",
                "sasl.jaas.config",
                jaas(user)));
    }

    private static String jaas(String user) {
        return SCRAM + " username=\"" + user + "\" password=\"" + password(user) + "\";";
    }

    private static String password(String user) {
        return "secret-of-" + user;
    }

    private static <T> T get(org.apache.kafka.common.KafkaFuture<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    @Override
    public void close() {
        admin.close();
        broker.close();
    }
}
