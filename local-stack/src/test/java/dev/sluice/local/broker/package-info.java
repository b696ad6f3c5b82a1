@NullMarked
package dev.sluice.local.broker;

import org.jspecify.annotations.NullMarked;
