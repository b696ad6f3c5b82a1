package dev.sluice.local.traffic;

/** What no reader may trip over: kinds and fields of a later API version, and numbers that no type holds. */
final class OddShapes {

    private OddShapes() {}

    /** Members to append inside any object. */
    static String unknownFields(Scene scene) {
        return ",\"beyond_double\":9007199254740993,\"beyond_long\":-123456789012345678901234567890"
                + ",\"exact\":0.1000000000000000000000000000000000000000000001,\"huge\":1.7976931348623157e+400"
                + ",\"minus_zero\":-0,\"nested\":[[[[{\"deep\":null,\"empty\":{},\"none\":[]}]]]],\"\":\"empty name\""
                + ",\"sibling_of_chat\":{\"id\":\"" + scene.number() + "\"}";
    }

    /** A kind that this API version does not know, with a chat. */
    static String unknownKind(Scene scene) {
        return "{\"chat\":" + scene.chat().json() + ",\"from\":" + scene.user() + ",\"date\":" + scene.nowSeconds()
                + ",\"note\":\"" + scene.mark() + "\"" + unknownFields(scene) + "}";
    }

    /** A kind that is not even an object. */
    static String scalarKind(Scene scene) {
        return scene.chance(50) ? "true" : "[1," + scene.number() + "]";
    }
}
