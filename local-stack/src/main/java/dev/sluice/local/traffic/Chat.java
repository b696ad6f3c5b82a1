package dev.sluice.local.traffic;

/** One chat of a bot and how many updates it has had. */
final class Chat {

    /** Kinds of chat, as the API names them. */
    enum Type {
        PRIVATE("private"),
        GROUP("group"),
        SUPERGROUP("supergroup"),
        CHANNEL("channel");

        final String text;

        Type(String text) {
            this.text = text;
        }
    }

    private final long id;
    private final Type type;
    private final String title;
    private int updates;

    Chat(long id, Type type, String title) {
        this.id = id;
        this.type = type;
        this.title = title;
    }

    long id() {
        return id;
    }

    Type type() {
        return type;
    }

    /** The mark of the chat's next update. */
    String nextMark() {
        return "[" + id + "/" + ++updates + "]";
    }

    String json() {
        if (type == Type.PRIVATE) {
            return "{\"id\":" + id + ",\"first_name\":\"" + title + "\",\"username\":\"person_" + id
                    + "\",\"type\":\"private\"}";
        }
        String forum = type == Type.SUPERGROUP ? ",\"is_forum\":true" : "";
        return "{\"id\":" + id + ",\"title\":\"" + title + "\",\"type\":\"" + type.text + "\"" + forum + "}";
    }
}
