/** The management port: liveness, readiness, metrics. */
@NullMarked
package dev.sluice.runtime.management;

import org.jspecify.annotations.NullMarked;
