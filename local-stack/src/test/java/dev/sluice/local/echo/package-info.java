@NullMarked
package dev.sluice.local.echo;

import org.jspecify.annotations.NullMarked;
