/** What a service has to be allowed in Kafka, and whether it is. */
@NullMarked
package dev.sluice.runtime.acl;

import org.jspecify.annotations.NullMarked;
