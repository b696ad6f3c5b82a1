/** Which bots there are: tokens from a list, or from a directory that is read again while running. */
@NullMarked
package dev.sluice.runtime.token;

import org.jspecify.annotations.NullMarked;
