/** The fault plan: rules that are data, and the decision which of them meets a call. */
@NullMarked
package dev.sluice.local.botapi.fault;

import org.jspecify.annotations.NullMarked;
