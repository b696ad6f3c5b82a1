package dev.sluice.system.secured;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A certificate authority of its own and what it has signed, made with the JDK's {@code keytool}. */
final class Certificates {
    static final String PASSWORD = "a-store-password";

    private static final String AUTHORITY = "ca";

    private final Path dir;

    /** Makes the authority; its files lie in {@code dir}, which is there. */
    Certificates(Path dir) {
        this.dir = dir;
        keytool(
                "-genkeypair",
                "-alias",
                AUTHORITY,
                "-dname",
                "CN=" + dir.getFileName(),
                "-ext",
                "bc:c",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-validity",
                "2",
                "-keystore",
                store(AUTHORITY).toString());
        keytool(
                "-exportcert",
                "-rfc",
                "-alias",
                AUTHORITY,
                "-keystore",
                store(AUTHORITY).toString(),
                "-file",
                authorityPem().toString());
        importInto(dir.resolve("trust.p12"), AUTHORITY, authorityPem());
    }

    /** The authority's certificate, as PEM. */
    Path authorityPem() {
        return dir.resolve(AUTHORITY + ".pem");
    }

    /** The same as PKCS12. */
    Path trustStore() {
        return dir.resolve("trust.p12");
    }

    /**
     * Makes a key and a certificate for it.
     *
     * @param names of its host, as keytool wants them
     * @return a PKCS12 store
     */
    Path signed(String name, String names) {
        Path store = store(name);
        Path request = dir.resolve(name + ".csr");
        Path certificate = dir.resolve(name + ".crt");
        keytool(
                "-genkeypair",
                "-alias",
                name,
                "-dname",
                "CN=" + name,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-keystore",
                store.toString());
        keytool("-certreq", "-alias", name, "-keystore", store.toString(), "-file", request.toString());
        keytool(
                "-gencert",
                "-rfc",
                "-alias",
                AUTHORITY,
                "-keystore",
                store(AUTHORITY).toString(),
                "-infile",
                request.toString(),
                "-outfile",
                certificate.toString(),
                "-ext",
                "san=" + names,
                "-validity",
                "2");
        importInto(store, AUTHORITY, authorityPem());
        importInto(store, name, certificate);
        return store;
    }

    /** A signed key with its certificates as one PEM file. */
    Path pemOf(String name) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store(name))) {
            store.load(in, PASSWORD.toCharArray());
        }
        String pem =
                pem("PRIVATE KEY", store.getKey(name, PASSWORD.toCharArray()).getEncoded())
                        + Files.readString(dir.resolve(name + ".crt"));
        return Files.writeString(dir.resolve(name + ".pem"), pem);
    }

    private static String pem(String what, byte[] bytes) {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return "-----BEGIN " + what + "-----\n" + lines + "\n-----END " + what + "-----\n";
    }

    private Path store(String name) {
        return dir.resolve(name + ".p12");
    }

    private static void importInto(Path store, String alias, Path certificate) {
        keytool(
                "-importcert",
                "-noprompt",
                "-alias",
                alias,
                "-file",
                certificate.toString(),
                "-keystore",
                store.toString());
    }

    private static void keytool(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(command + ": " + said);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
