package dev.sluice.system.walls;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameStartingWith;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static dev.sluice.system.walls.SluiceClasses.CLI;
import static dev.sluice.system.walls.SluiceClasses.INGEST;
import static dev.sluice.system.walls.SluiceClasses.LOCAL;
import static dev.sluice.system.walls.SluiceClasses.MAIN;
import static dev.sluice.system.walls.SluiceClasses.MODEL;
import static dev.sluice.system.walls.SluiceClasses.OUTBOUND;
import static dev.sluice.system.walls.SluiceClasses.PRODUCTION;
import static dev.sluice.system.walls.SluiceClasses.RUNTIME;
import static dev.sluice.system.walls.SluiceClasses.SYSTEM;

import org.apache.kafka.clients.producer.Partitioner;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Dependencies point downwards only, and each foreign library has its place (docs/architecture.md). */
class ModuleWallsTest {
    private static final String STREAMS = "org.apache.kafka.streams..";

    @Test
    @Tag("R75")
    @Tag("C9")
    void dependenciesPointDownwardsOnly() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("model")
                .definedBy(MODEL)
                .layer("runtime")
                .definedBy(RUNTIME)
                .layer("ingest")
                .definedBy(INGEST)
                .layer("outbound")
                .definedBy(OUTBOUND)
                .layer("cli")
                .definedBy(CLI)
                .layer("local")
                .definedBy(LOCAL)
                .layer("system")
                .definedBy(SYSTEM)
                .whereLayer("system")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("local")
                .mayOnlyBeAccessedByLayers("system")
                .whereLayer("cli")
                .mayOnlyBeAccessedByLayers("local", "system")
                .whereLayer("ingest")
                .mayOnlyBeAccessedByLayers("cli", "local", "system")
                .whereLayer("outbound")
                .mayOnlyBeAccessedByLayers("cli", "local", "system")
                .whereLayer("runtime")
                .mayOnlyBeAccessedByLayers("ingest", "outbound", "cli", "local", "system")
                .check(MAIN);
    }

    /** A module's root package is left out: it puts the others together, and holds the settings that they take. */
    @Test
    void noPackagesGoRoundInCircles() {
        slices().matching("dev.sluice.(*).(**)")
                .should()
                .beFreeOfCycles()
                .check(MAIN.that(resideInAnyPackage(PRODUCTION)));
    }

    @Test
    void productionHoldsNoBroker() {
        noClasses()
                .that(resideInAnyPackage(PRODUCTION))
                .should()
                .dependOnClassesThat(resideInAnyPackage("kafka..", "org.apache.kafka..")
                        .and(resideOutsideOfPackages(
                                "org.apache.kafka.clients..", "org.apache.kafka.common..", STREAMS)))
                .because("the distribution holds Kafka's clients only")
                .check(MAIN);
    }

    @Test
    void theModelIsAPlainLibrary() {
        noClasses()
                .that(resideInAPackage(MODEL))
                .should()
                .dependOnClassesThat(resideOutsideOfPackages(
                                MODEL,
                                "java.lang..",
                                "java.util",
                                "java.util.function..",
                                "java.util.regex..",
                                "java.util.stream..",
                                "java.time..",
                                "java.io..",
                                "java.nio",
                                "java.nio.charset..",
                                "java.math..",
                                "java.security..",
                                "org.apache.kafka.common..",
                                "tools.jackson..",
                                "org.jspecify..")
                        .and(not(type(ProducerRecord.class))) // a value, no client
                        .and(not(type(Partitioner.class)))) // what a client of another service is configured with
                .because("any service may depend on it: no threads, no HTTP, no settings")
                .check(MAIN);
    }

    @Test
    void theRuntimeKnowsTopicsButNothingOfTelegramOrSending() {
        noClasses()
                .that(resideInAPackage(RUNTIME))
                .should()
                .dependOnClassesThat(resideInAPackage(MODEL).and(simpleNameStartingWith("Update")))
                .check(MAIN);
    }

    @Test
    void kafkaClientsAreUsedWhereTheShardsAreOwned() {
        noClasses()
                .that(resideInAnyPackage(
                        "dev.sluice.ingest.rules..", "dev.sluice.ingest.telegram..", "dev.sluice.runtime.token.."))
                .should()
                .dependOnClassesThat(resideInAnyPackage("org.apache.kafka..", "dev.sluice.runtime.kafka.."))
                .check(MAIN);
    }

    @Test
    void kafkaStreamsStaysWithTheTopologyAndWhoStartsIt() {
        noClasses()
                .that(resideInAnyPackage(PRODUCTION)
                        .and(resideOutsideOfPackages("dev.sluice.outbound.topology..", "dev.sluice.outbound")))
                .should()
                .dependOnClassesThat(resideInAnyPackage(STREAMS, "org.rocksdb.."))
                .check(MAIN);
    }

    /** What a channel's answers mean is translated for the gate; the two sides of the topics meet only there. */
    @Test
    void gateAndDispatcherNeverSeeEachOther() {
        noClasses()
                .that(resideInAnyPackage("dev.sluice.outbound.gate.."))
                .should()
                .dependOnClassesThat(resideInAPackage("dev.sluice..")
                        .and(resideOutsideOfPackages(MODEL, "dev.sluice.outbound.gate..")))
                .check(MAIN);
        noClasses()
                .that(resideInAnyPackage("dev.sluice.outbound.dispatch.."))
                .should()
                .dependOnClassesThat(resideInAnyPackage("dev.sluice.outbound.gate..", "dev.sluice.outbound.topology.."))
                .check(MAIN);
        noClasses()
                .that(resideInAnyPackage("dev.sluice.outbound.topology.."))
                .should()
                .dependOnClassesThat(resideInAnyPackage("dev.sluice.outbound.dispatch.."))
                .check(MAIN);
    }

    /** The desk is a reader of topics like any other: it could be a process of its own, and with sluice desk it is. */
    @Test
    void theDeskAndTheSenderMeetInTopicsOnly() {
        String[] sending = {
            "dev.sluice.outbound.gate..",
            "dev.sluice.outbound.topology..",
            "dev.sluice.outbound.dispatch..",
            "dev.sluice.outbound.contract..",
            "dev.sluice.outbound.wire..",
            "dev.sluice.outbound"
        };
        noClasses()
                .that(resideInAPackage("dev.sluice.outbound.desk.."))
                .should()
                .dependOnClassesThat(resideInAnyPackage(sending))
                .check(MAIN);
        noClasses()
                .that(resideInAnyPackage(sending).and(resideOutsideOfPackages("dev.sluice.outbound")))
                .should()
                .dependOnClassesThat(resideInAPackage("dev.sluice.outbound.desk.."))
                .check(MAIN);
    }

    @Test
    void theDesksBoardKnowsOnlyTheModelAndItsPortNoKafka() {
        noClasses()
                .that(resideInAPackage("dev.sluice.outbound.desk.board.."))
                .should()
                .dependOnClassesThat(resideInAnyPackage("dev.sluice..", "org.apache..", "io..", "org.eclipse..")
                        .and(resideOutsideOfPackages(MODEL, "dev.sluice.outbound.desk.board..")))
                .check(MAIN);
        noClasses()
                .that(resideInAPackage("dev.sluice.outbound.desk.web.."))
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                        "org.apache..", "dev.sluice.runtime.kafka..", "dev.sluice.outbound.desk.feed.."))
                .check(MAIN);
    }

    @Test
    void contractAndWireKnowOnlyTheModelAndSecrets() {
        noClasses()
                .that(resideInAnyPackage("dev.sluice.outbound.contract..", "dev.sluice.outbound.wire.."))
                .should()
                .dependOnClassesThat(resideInAPackage("dev.sluice..")
                        .and(resideOutsideOfPackages(
                                MODEL,
                                "dev.sluice.runtime.secret..",
                                "dev.sluice.outbound.contract..",
                                "dev.sluice.outbound.wire..")))
                .check(MAIN);
    }

    @Test
    void onlyThePackagesThatCallAnApiSpeakHttp() {
        noClasses()
                .that(resideInAnyPackage(PRODUCTION)
                        .and(resideOutsideOfPackages("dev.sluice.ingest.telegram..", "dev.sluice.outbound.dispatch..")))
                .should()
                .dependOnClassesThat(resideInAnyPackage("org.apache.hc..", "java.net.http.."))
                .check(MAIN);
    }

    @Test
    void theCommandLineLibraryStaysAtTheCommandLine() {
        noClasses()
                .that(resideInAnyPackage(MODEL, RUNTIME, INGEST, OUTBOUND))
                .should()
                .dependOnClassesThat(resideInAPackage("picocli.."))
                .check(MAIN);
    }
}
