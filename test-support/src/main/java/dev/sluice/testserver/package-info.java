/** An HTTP server for tests of clients. */
@NullMarked
package dev.sluice.testserver;

import org.jspecify.annotations.NullMarked;
