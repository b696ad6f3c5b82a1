/** {@code sluice local}: starts everything on this machine and shows live what arrives and where it is stored. */
@NullMarked
package dev.sluice.local.view;

import org.jspecify.annotations.NullMarked;
