/** Rules, alerts and dashboards under {@code deploy/}: their form, their unit tests, and whether a real stack has what they read. */
@NullMarked
package dev.sluice.system.prometheus;

import org.jspecify.annotations.NullMarked;
