/** The broker of the tests that need just a broker, wherever it runs. */
@NullMarked
package dev.sluice.testbroker;

import org.jspecify.annotations.NullMarked;
