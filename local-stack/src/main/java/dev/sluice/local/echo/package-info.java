/** The echo service of {@code sluice local}: any service in its smallest form, which answers each update once. */
@NullMarked
package dev.sluice.local.echo;

import org.jspecify.annotations.NullMarked;
