package dev.sluice.system.prometheus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PromqlTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            up                                                       | up
            up{job=~".*sluice.*"} == 0                               | up{job=~".*sluice.*"}
            sum by (job, instance) (rate(a_total{x="}"}[5m]))        | a_total{x="}"}
            sum(a) by (job) > 1e3                                    | a
            a unless on (job) b offset 15m                           | a b
            histogram_quantile(0.99, sum by (le) (rate(b_bucket[1m])))| b_bucket
            job:a:sum * on (job) group_left (bot_id) (c > bool 0)    | job:a:sum c
            max_over_time(a[2h] offset 15m) or (a and b{le="by (x)"})| a a b{le="by (x)"}
            label_replace(a, "x", "$1", "y", "(.*)")                 | a
            clamp_min(deriv(a:b[5m]), 0) + 7 * inf                   | a:b
            """)
    void theSelectorsOfAnExpression(String expression, String selectors) {
        List<String> found =
                Promql.selectors(expression).stream().map(Promql.Selector::text).toList();

        assertEquals(selectors, String.join(" ", found));
    }
}
