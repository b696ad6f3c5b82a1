package dev.sluice.model;

/**
 * A run of consecutive update ids that are stored.
 *
 * @param first the lowest id
 * @param last the highest id; every id between the two is stored too
 * @param storedAtSeconds when the run was begun, in Unix seconds
 * @param sequence the id sequence the ids belong to, from 1
 */
public record StoredRange(int first, int last, long storedAtSeconds, int sequence) {

    public StoredRange {
        if (first < 0 || last < first || last > UpdateKey.MAX_UPDATE_ID) {
            throw new IllegalArgumentException("not a range of update ids: " + first + ".." + last);
        }
        if (storedAtSeconds < 0 || sequence < 1) {
            throw new IllegalArgumentException("a time is not negative and a sequence begins at 1");
        }
    }

    public boolean contains(int updateId) {
        return updateId >= first && updateId <= last;
    }
}
