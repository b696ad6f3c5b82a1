package dev.sluice.runtime.http;

import java.time.Duration;

/**
 * What a port takes at most.
 *
 * @param threads that answer; acceptor and selector among them
 * @param connections at once; more wait in the operating system until one has gone
 * @param headBytes of a request's line and headers; more is answered with 431
 * @param idle how long a connection may be open without a whole request head, and how long a read or a write may stand still
 * @param exchange from a request's head to the end of its answer, unless that is a stream
 */
public record HttpLimits(int threads, int connections, int headBytes, Duration idle, Duration exchange) {}
