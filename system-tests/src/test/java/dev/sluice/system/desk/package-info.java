/** The desk's page in a real Chromium, before made-up data and before a real desk. */
@NullMarked
package dev.sluice.system.desk;

import org.jspecify.annotations.NullMarked;
