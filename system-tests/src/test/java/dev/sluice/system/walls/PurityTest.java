package dev.sluice.system.walls;

import static com.tngtech.archunit.core.domain.AccessTarget.Predicates.declaredIn;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.targetOwner;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static dev.sluice.system.walls.SluiceClasses.INGEST;
import static dev.sluice.system.walls.SluiceClasses.MAIN;
import static dev.sluice.system.walls.SluiceClasses.MODEL;
import static dev.sluice.system.walls.SluiceClasses.OUTBOUND;
import static dev.sluice.system.walls.SluiceClasses.PRODUCTION;
import static dev.sluice.system.walls.SluiceClasses.RUNTIME;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import java.time.Clock;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** The rules are functions of (state, event, now); clock, chance, threads and output come in from outside. */
class PurityTest {
    private static final String[] PURE = {
        "dev.sluice.ingest.rules..",
        "dev.sluice.outbound.gate..",
        "dev.sluice.outbound.contract..",
        "dev.sluice.outbound.wire..",
        "dev.sluice.outbound.desk.board..",
        MODEL
    };

    @Test
    void rulesAndModelReadNoClock() {
        noClasses()
                .that(resideInAnyPackage(PURE))
                .should()
                .callMethodWhere(call("the time", System.class, "currentTimeMillis|nanoTime"))
                .orShould()
                .callMethodWhere(call("a system clock", Clock.class, "system.*|tick.*"))
                .orShould()
                .callMethodWhere(targetOwner(resideInAnyPackage("java.time..")).and(target(name("now"))))
                .check(MAIN);
    }

    @Test
    void rulesAndModelDrawNoLots() {
        noClasses()
                .that(resideInAnyPackage(PURE))
                .should()
                .callMethodWhere(call("chance", Math.class, "random"))
                .orShould()
                .callMethodWhere(call("chance", UUID.class, "randomUUID"))
                .orShould()
                .dependOnClassesThat()
                .belongToAnyOf(Random.class, ThreadLocalRandom.class)
                .check(MAIN);
    }

    @Test
    void rulesKnowNoThreadsNoNetworkNoFilesNoLog() {
        noClasses()
                .that(resideInAnyPackage("dev.sluice.ingest.rules..", "dev.sluice.outbound.gate.."))
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                        "java.util.concurrent..",
                        "java.net..",
                        "java.nio.file..",
                        "org.apache..",
                        "org.slf4j..",
                        "io.micrometer..",
                        RUNTIME,
                        "dev.sluice.ingest.shard.."))
                .orShould()
                .dependOnClassesThat()
                .belongToAnyOf(Thread.class)
                .check(MAIN);
    }

    @Test
    void nobodySleeps() {
        noClasses()
                .that(resideInAnyPackage(PRODUCTION))
                .should()
                .callMethodWhere(call("sleep", Thread.class, "sleep"))
                .because("a thread of a service waits for something that can wake it")
                .check(MAIN);
    }

    @Test
    void servicesWriteToLogsNotToTheConsole() {
        noClasses()
                .that(resideInAnyPackage(MODEL, RUNTIME, INGEST, OUTBOUND))
                .and()
                .doNotHaveFullyQualifiedName("dev.sluice.runtime.lifecycle.HostProcess$ThisJvm") // flushes them
                .should()
                .accessFieldWhere(target(declaredIn(System.class)).and(target(nameMatching("out|err|in"))))
                .because("stdout is the commands' output, and what goes there is handed to the services")
                .check(MAIN);
    }

    private static DescribedPredicate<JavaMethodCall> call(String what, Class<?> owner, String names) {
        return targetOwner(type(owner))
                .and(target(nameMatching(names)))
                .<JavaMethodCall>forSubtype()
                .as(what + " (" + owner.getSimpleName() + "." + names + ")");
    }
}
