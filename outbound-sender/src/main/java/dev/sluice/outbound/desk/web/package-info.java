/** The desk's port: who may ask, the JSON API, the stream of changes, and the page's files. No Kafka. */
@NullMarked
package dev.sluice.outbound.desk.web;

import org.jspecify.annotations.NullMarked;
