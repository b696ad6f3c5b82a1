@NullMarked
package dev.sluice.cli.deadletters;

import org.jspecify.annotations.NullMarked;
