package dev.sluice.local.botapi.core;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Arguments out of a JSON body, as the server reads them (HttpReader.cpp:631, TELEGRAM.md 5): text values are unescaped,
 * all others are taken as raw JSON text, and after a fault in the JSON the arguments before it still count.
 */
public final class JsonArguments {

    private static final int MAX_DEPTH = 100;
    private static final String[] WORDS = {"null", "true", "false"};
    private static final String NUMBER_CHARACTERS = "0123456789-+.eE";

    private final String json;
    private int at;

    private JsonArguments(String json) {
        this.json = json;
    }

    /** Adds the arguments up to the end of the object or to its first fault. */
    public static void read(byte[] body, Arguments into) {
        JsonArguments reader = new JsonArguments(new String(body, UTF_8));
        try {
            reader.readObject(into);
        } catch (Malformed fault) {
            // Not an error for the server: it logs the fault and uses what it has.
        }
    }

    private void readObject(Arguments into) throws Malformed {
        skipBlanks();
        expect('{');
        while (true) {
            skipBlanks();
            if (peek() == '}') {
                return;
            }
            String key = readText();
            skipBlanks();
            expect(':');
            skipBlanks();
            into.add(key, peek() == '"' ? readText() : readRaw());
            skipBlanks();
            if (peek() != '}') {
                expect(',');
            }
        }
    }

    private String readRaw() throws Malformed {
        int start = at;
        skipValue(0);
        return json.substring(start, at);
    }

    private void skipValue(int depth) throws Malformed {
        if (depth > MAX_DEPTH) {
            throw new Malformed();
        }
        char c = peek();
        if (c == '"') {
            readText();
        } else if (c == '{' || c == '[') {
            skipContainer(c == '{' ? '}' : ']', depth);
        } else {
            skipLiteral();
        }
    }

    /** A number is whatever looks like one, also when the body ends in its middle. */
    private void skipLiteral() throws Malformed {
        for (String word : WORDS) {
            if (json.startsWith(word, at)) {
                at += word.length();
                return;
            }
        }
        int start = at;
        while (at < json.length() && NUMBER_CHARACTERS.indexOf(json.charAt(at)) >= 0) {
            at++;
        }
        if (at == start) {
            throw new Malformed();
        }
    }

    private void skipContainer(char close, int depth) throws Malformed {
        at++;
        skipBlanks();
        while (peek() != close) {
            if (close == '}') {
                readText();
                skipBlanks();
                expect(':');
                skipBlanks();
            }
            skipValue(depth + 1);
            skipBlanks();
            if (peek() != close) {
                expect(',');
                skipBlanks();
            }
        }
        at++;
    }

    private String readText() throws Malformed {
        expect('"');
        int end = json.indexOf('"', at);
        int escape = json.indexOf('\\', at);
        if (end >= 0 && (escape < 0 || escape > end)) {
            String plain = json.substring(at, end);
            at = end + 1;
            return plain;
        }
        StringBuilder text = new StringBuilder();
        while (peek() != '"') {
            char c = json.charAt(at++);
            text.append(c == '\\' ? readEscape() : c);
        }
        at++;
        return text.toString();
    }

    private char readEscape() throws Malformed {
        char c = peek();
        at++;
        switch (c) {
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'n':
                return '\n';
            case 'r':
                return '\r';
            case 't':
                return '\t';
            case 'u':
                return readUnicode();
            default:
                return c;
        }
    }

    private char readUnicode() throws Malformed {
        int value = 0;
        for (int n = 0; n < 4; n++) {
            int digit = Character.digit(peek(), 16);
            if (digit < 0) {
                throw new Malformed();
            }
            value = value * 16 + digit;
            at++;
        }
        return (char) value;
    }

    private void skipBlanks() {
        while (at < json.length() && " \t\r\n".indexOf(json.charAt(at)) >= 0) {
            at++;
        }
    }

    private char peek() throws Malformed {
        if (at >= json.length()) {
            throw new Malformed();
        }
        return json.charAt(at);
    }

    private void expect(char c) throws Malformed {
        if (peek() != c) {
            throw new Malformed();
        }
        at++;
    }

    private static final class Malformed extends Exception {
        Malformed() {
            super(null, null, false, false);
        }
    }
}
