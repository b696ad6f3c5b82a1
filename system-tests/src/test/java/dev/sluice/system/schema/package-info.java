/** {@code asyncapi.yaml} and {@code schemas/}, held against the catalogue, the codecs and the records of running stacks. */
@NullMarked
package dev.sluice.system.schema;

import org.jspecify.annotations.NullMarked;
