// Prints the public and protected method names of the JDK's java.base, java.sql and java.logging
// modules, sorted, with the type that at least four of five methods of the name give.
//
//   java JavaMembers.java > java.txt

import java.lang.reflect.*;
import java.net.URI;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;

public class JavaMembers {
    public static void main(String[] arguments) throws Exception {
        TreeMap<String, List<String>> names = new TreeMap<>();
        FileSystem runtime = FileSystems.getFileSystem(URI.create("jrt:/"));
        for (String module : List.of("java.base", "java.sql", "java.logging")) {
            Path root = runtime.getPath("/modules", module);
            List<Path> classes;
            try (Stream<Path> all = Files.walk(root.resolve("java"))) {
                classes = all.filter(path -> path.toString().endsWith(".class")).collect(Collectors.toList());
            }
            for (Path path : classes) {
                String name = root.relativize(path).toString().replace('/', '.').replaceAll("\\.class$", "");
                try {
                    Class<?> type = Class.forName(name, false, null);
                    for (Method method : Modifier.isPublic(type.getModifiers()) ? type.getDeclaredMethods() : new Method[0]) {
                        if ((method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0 && !method.isSynthetic()) {
                            boolean isVariable = method.getGenericReturnType() instanceof TypeVariable;
                            String result = isVariable ? "" : method.getReturnType().getSimpleName();
                            names.computeIfAbsent(method.getName(), key -> new ArrayList<>()).add(result);
                        }
                    }
                } catch (Throwable ignored) {
                    // Some classes cannot be loaded outside of their module.
                }
            }
        }
        names.forEach((name, types) -> {
            Map<String, Long> counts = types.stream().collect(Collectors.groupingBy(type -> type, TreeMap::new, Collectors.counting()));
            String most = Collections.max(counts.entrySet(), Map.Entry.comparingByValue()).getKey();
            boolean isSure = counts.get(most) * 5 >= types.size() * 4L && !most.isEmpty() && !most.equals("void");
            if (name.length() > 1) {
                System.out.println(isSure ? name + " " + most : name);
            }
        });
    }
}
