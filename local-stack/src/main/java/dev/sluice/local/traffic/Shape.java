package dev.sluice.local.traffic;

/** Writes the value of one update kind as JSON. */
@FunctionalInterface
interface Shape {

    /** The object beside {@code update_id}. */
    String write(Scene scene);
}
