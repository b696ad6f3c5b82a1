@org.jspecify.annotations.NullMarked
package dev.sluice.ingest;
