/** What the Bot API server does, as pure rules: no HTTP, no threads, and every time is passed in. */
@NullMarked
package dev.sluice.local.botapi.core;

import org.jspecify.annotations.NullMarked;
