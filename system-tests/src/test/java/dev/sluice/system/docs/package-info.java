/** Pages of the repository that are held against the code. */
@NullMarked
package dev.sluice.system.docs;

import org.jspecify.annotations.NullMarked;
