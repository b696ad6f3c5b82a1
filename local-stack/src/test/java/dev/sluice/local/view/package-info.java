@NullMarked
package dev.sluice.local.view;

import org.jspecify.annotations.NullMarked;
