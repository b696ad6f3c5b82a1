package dev.sluice.system.bench.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** What a Flight Recorder file says about where CPU time went: the hottest methods of each kind of thread. */
public final class HotMethods {
    /** The thread that starts the process, which is not what a figure is about. */
    private static final String START = "main";

    private static final int THREADS = 8;
    private static final int METHODS = 12;

    private HotMethods() {}

    /** One block of lines for each kind of thread, the busiest first; threads that differ by a number are one kind. */
    public static List<String> lines(Path file) throws IOException {
        Map<String, Map<String, Integer>> byThread = new HashMap<>();
        int total = 0;
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                if (event.getEventType().getName().equals("jdk.ExecutionSample")) {
                    RecordedThread thread = event.getThread("sampledThread");
                    if (thread != null && !START.equals(thread.getJavaName())) {
                        byThread.computeIfAbsent(kindOf(thread), name -> new HashMap<>())
                                .merge(top(event), 1, Integer::sum);
                        total++;
                    }
                }
            }
        }
        List<String> lines = new ArrayList<>();
        lines.add("hot methods in " + file.getFileName() + ": " + total + " samples of running threads");
        byThread.entrySet().stream()
                .sorted(Comparator.comparingInt((Map.Entry<String, Map<String, Integer>> e) -> -sum(e.getValue())))
                .limit(THREADS)
                .forEach(entry -> add(entry.getKey(), entry.getValue(), lines));
        return lines;
    }

    private static void add(String thread, Map<String, Integer> methods, List<String> lines) {
        lines.add(String.format(Locale.ROOT, "  %6d  %s", sum(methods), thread));
        methods.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .limit(METHODS)
                .forEach(method ->
                        lines.add(String.format(Locale.ROOT, "          %6d  %s", method.getValue(), method.getKey())));
    }

    private static int sum(Map<String, Integer> counts) {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    private static String kindOf(RecordedThread thread) {
        String name = thread.getJavaName() == null ? thread.getOSName() : thread.getJavaName();
        return name == null ? "?" : name.replaceAll("[0-9]+", "#");
    }

    /** The method that ran, and the nearest caller in Sluice, which says on whose behalf. */
    private static String top(RecordedEvent event) {
        RecordedStackTrace stack = event.getStackTrace();
        if (stack == null || stack.getFrames().isEmpty()) {
            return "?";
        }
        List<RecordedFrame> frames = stack.getFrames();
        String ran = name(frames.get(0).getMethod());
        return frames.stream()
                .map(RecordedFrame::getMethod)
                .filter(method -> method.getType().getName().startsWith("dev.sluice"))
                .findFirst()
                .map(method -> ran.equals(name(method)) ? ran : ran + "  for " + name(method))
                .orElse(ran);
    }

    private static String name(RecordedMethod method) {
        String type = method.getType().getName();
        return type.substring(type.lastIndexOf('.') + 1) + "." + method.getName();
    }
}
