package dev.sluice.system.walls;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** What the walls are about: the main classes of all modules, and the names of the packages that hold them. */
final class SluiceClasses {
    static final String MODEL = "dev.sluice.model..";
    static final String RUNTIME = "dev.sluice.runtime..";
    static final String INGEST = "dev.sluice.ingest..";
    static final String OUTBOUND = "dev.sluice.outbound..";
    static final String CLI = "dev.sluice.cli..";
    static final String LOCAL = "dev.sluice.local..";
    static final String SYSTEM = "dev.sluice.system..";

    /** What a production process may load. */
    static final String[] PRODUCTION = {MODEL, RUNTIME, INGEST, OUTBOUND, CLI};

    static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.sluice");

    private SluiceClasses() {}
}
