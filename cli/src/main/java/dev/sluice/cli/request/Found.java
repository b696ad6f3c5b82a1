package dev.sluice.cli.request;

/**
 * A record that was read.
 *
 * @param json the value as it stands in its topic
 */
record Found<T>(T value, byte[] json) {}
