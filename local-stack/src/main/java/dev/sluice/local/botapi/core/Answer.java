package dev.sluice.local.botapi.core;

/**
 * What the server says, before any fault is added to it.
 *
 * @param status HTTP status, equal to error_code for errors
 * @param retryAfterSeconds value of the Retry-After header; 0: no such header
 */
public record Answer(int status, byte[] body, int retryAfterSeconds) {}
