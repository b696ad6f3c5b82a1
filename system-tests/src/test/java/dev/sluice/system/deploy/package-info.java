/** What lies in {@code deploy/}, as far as it can be tried without a cluster. */
@NullMarked
package dev.sluice.system.deploy;

import org.jspecify.annotations.NullMarked;
