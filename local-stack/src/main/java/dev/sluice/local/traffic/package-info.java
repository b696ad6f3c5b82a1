/** Made-up updates of every kind, seeded, with per-chat sequence numbers. */
@NullMarked
package dev.sluice.local.traffic;

import org.jspecify.annotations.NullMarked;
