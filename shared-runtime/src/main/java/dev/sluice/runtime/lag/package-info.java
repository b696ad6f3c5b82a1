/**
 * How far consumer groups are behind, as metrics in the naming of public lag dashboards. {@link dev.sluice.runtime.lag.Stretch},
 * {@link dev.sluice.runtime.lag.LagBook} and {@link dev.sluice.runtime.lag.SeriesBudget} are the rules, and see no Kafka; {@link
 * dev.sluice.runtime.lag.GroupReader} and {@link dev.sluice.runtime.lag.RecordProbe} ask it; {@link
 * dev.sluice.runtime.lag.LagWatch} does that again and again, on one thread.
 */
@NullMarked
package dev.sluice.runtime.lag;

import org.jspecify.annotations.NullMarked;
