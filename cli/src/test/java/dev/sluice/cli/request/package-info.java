@NullMarked
package dev.sluice.cli.request;

import org.jspecify.annotations.NullMarked;
