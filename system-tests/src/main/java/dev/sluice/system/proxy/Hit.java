package dev.sluice.system.proxy;

/**
 * A request as the proxy sees it.
 *
 * @param type what it asks
 * @param version of that request type
 * @param node the node it was sent to, from 1
 * @param clientId of the sender; empty when it gave none
 */
public record Hit(RequestType type, int version, int node, String clientId) {}
