package dev.sluice.local.traffic;

/** Users as the API writes them. */
final class Person {

    private Person() {}

    static String name(long userId) {
        return Words.NAMES.get((int) Math.floorMod(userId, (long) Words.NAMES.size()));
    }

    static String user(long userId, String language) {
        return "{\"id\":" + userId + ",\"is_bot\":false,\"first_name\":\"" + name(userId) + "\",\"username\":\"person_"
                + userId + "\",\"language_code\":\"" + language + "\"}";
    }
}
