@org.jspecify.annotations.NullMarked
package dev.sluice.model;
