@org.jspecify.annotations.NullMarked
package dev.sluice.runtime;
