/** {@code sluice request}: send requests and commands for people and scripts, and how they fare. */
@NullMarked
package dev.sluice.cli.request;

import org.jspecify.annotations.NullMarked;
