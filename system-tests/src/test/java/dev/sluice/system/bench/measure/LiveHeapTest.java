package dev.sluice.system.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** What {@code jcmd GC.heap_info} prints under each collector, as JDK 17 and 21 do. */
class LiveHeapTest {

    @Test
    void g1HasOneLineForTheHeap() {
        String info = """
                4711:
                 garbage-first heap   total 524288K, used 44236K [0x00000000e0000000, 0x0000000100000000)
                  region size 1024K, 3 young (3072K), 0 survivors (0K)
                 Metaspace       used 40000K, committed 40512K, reserved 1097728K
                  class space    used 4800K, committed 5056K, reserved 1048576K
                """;
        assertEquals(44236L * 1024, LiveHeap.usedBytes(info));
    }

    @Test
    void serialHasOneForEachGenerationAndPartsOfThem() {
        String info = """
                4711:
                 def new generation   total 39296K, used 100K [0x00000000e0000000, 0x00000000e2aa0000, 0x00000000eaaa0000)
                  eden space 34944K,   0% used [0x00000000e0000000, 0x00000000e0019000, 0x00000000e2220000)
                  from space 4352K,   0% used [0x00000000e2220000, 0x00000000e2220000, 0x00000000e2660000)
                 tenured generation   total 87424K, used 2000K [0x00000000eaaa0000, 0x00000000f0000000, 0x0000000100000000)
                   the space 87424K,   2% used [0x00000000eaaa0000, 0x00000000eac94000, 0x00000000eac94000, 0x00000000f0000000)
                 Metaspace       used 40000K, committed 40512K, reserved 1097728K
                """;
        assertEquals(2100L * 1024, LiveHeap.usedBytes(info));
    }

    @Test
    void parallelAndZHaveTheirOwnWords() {
        String parallel = """
                 PSYoungGen      total 76288K, used 1000K [0x0, 0x1, 0x2)
                 ParOldGen       total 175104K, used 5000K [0x0, 0x1, 0x2)
                """;
        assertEquals(6000L * 1024, LiveHeap.usedBytes(parallel));
        assertEquals(
                28L * 1024 * 1024, LiveHeap.usedBytes(" ZHeap           used 28M, capacity 512M, max capacity 512M\n"));
    }

    @Test
    void whatSaysNothingIsNotTakenForAnEmptyHeap() {
        assertThrows(IllegalStateException.class, () -> LiveHeap.usedBytes("4711:\nno such command\n"));
    }
}
