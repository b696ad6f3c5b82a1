package dev.sluice.outbound.topology;

import java.util.Map;
import org.apache.kafka.streams.state.RocksDBConfigSetter;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBufferManager;

/**
 * One cache and one budget of write buffers for all stores of the process. By RocksDB's defaults each store of each partition
 * would take its own, off the heap: sixty stores with some 100 MB each.
 */
public final class SharedRocksDb implements RocksDBConfigSetter {
    private static final long CACHE_BYTES = 96L * 1024 * 1024;

    /** A part of the cache, as the write buffers are counted against it. */
    private static final long WRITE_BUFFERS_BYTES = 48L * 1024 * 1024;

    private static final long WRITE_BUFFER_BYTES = 8L * 1024 * 1024;

    /** Contents are small, and are read one by one. */
    private static final long BLOCK_BYTES = 4L * 1024;

    static {
        RocksDB.loadLibrary();
    }

    private static final Cache CACHE = new LRUCache(CACHE_BYTES);
    private static final WriteBufferManager WRITE_BUFFERS = new WriteBufferManager(WRITE_BUFFERS_BYTES, CACHE);

    @Override
    public void setConfig(String store, Options options, Map<String, Object> configs) {
        // Kafka Streams has put a filter in place, which a new table configuration would lose
        BlockBasedTableConfig table = (BlockBasedTableConfig) options.tableFormatConfig();
        table.setBlockCache(CACHE);
        table.setBlockSize(BLOCK_BYTES);
        table.setCacheIndexAndFilterBlocks(true);
        table.setCacheIndexAndFilterBlocksWithHighPriority(true);
        table.setPinTopLevelIndexAndFilter(true);
        options.setTableFormatConfig(table);
        options.setWriteBufferManager(WRITE_BUFFERS);
        options.setWriteBufferSize(WRITE_BUFFER_BYTES);
        options.setMaxWriteBufferNumber(2);
    }

    @Override
    public void close(String store, Options options) {
        // the cache is the process's, not the store's
    }
}
