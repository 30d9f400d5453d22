// Writes the definitions and calls of Java sources, as resolved by javac, in the format of
// `fathom bench edges` (one JSON object per line).
//
//   java --add-exports jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED \
//        --add-exports jdk.compiler/com.sun.tools.javac.util=ALL-UNNAMED \
//        --add-exports jdk.compiler/com.sun.tools.javac.code=ALL-UNNAMED \
//        JavaCalls.java FOLDER [JAR...] > pairs.jsonl
//
// Libraries that are not on the class path are not resolved, nor are calls on values of their
// types. A call of a constructor is a call of its class.

import com.sun.source.tree.*;
import com.sun.source.util.*;
import com.sun.tools.javac.code.Symbol;
import com.sun.tools.javac.tree.JCTree;
import com.sun.tools.javac.tree.TreeInfo;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import javax.lang.model.element.*;
import javax.tools.*;

public class JavaCalls {
    static final Map<Symbol, String> ids = new HashMap<>();
    static final Set<String> lines = new LinkedHashSet<>();
    static Path root;

    public static void main(String[] arguments) throws Exception {
        root = Path.of(arguments[0]).toRealPath();
        List<File> sources;
        try (Stream<Path> all = Files.walk(root)) {
            sources = all.filter(path -> path.toString().endsWith(".java"))
                .filter(path -> !path.endsWith("module-info.java"))
                .filter(path -> !root.relativize(path).toString().matches("(^|.*/)\\..*"))
                .sorted().map(Path::toFile).collect(Collectors.toList());
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        List<String> options = new ArrayList<>(List.of("-proc:none", "-XDshould-stop.ifError=FLOW",
            "-Xmaxerrs", "1000000", "-nowarn", "-implicit:none"));
        if (arguments.length > 1) {
            options.addAll(List.of("-cp", String.join(":", Arrays.asList(arguments).subList(1, arguments.length))));
        }
        JavacTask task = (JavacTask) compiler.getTask(new StringWriter(), manager, problem -> {}, options,
            null, manager.getJavaFileObjectsFromFiles(sources));
        List<CompilationUnitTree> units = new ArrayList<>();
        task.parse().forEach(units::add);
        task.analyze();
        write("tool", "javac " + System.getProperty("java.version"), null, 0, "");
        for (CompilationUnitTree unit : units) {
            new Definitions(unit, task).scan(unit, null);
        }
        for (CompilationUnitTree unit : units) {
            new Calls(unit, task).scan(unit, null);
        }
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, "UTF-8");
        lines.forEach(out::println);
        out.flush();
    }

    /** Where each method and class is defined. */
    static class Definitions extends TreePathScanner<Void, Void> {
        final Unit unit;

        Definitions(CompilationUnitTree tree, JavacTask task) {
            unit = new Unit(tree, task);
            write("file", "", unit, 0, "");
        }

        @Override
        public Void visitClass(ClassTree tree, Void nothing) {
            JCTree.JCClassDecl declaration = (JCTree.JCClassDecl) tree;
            String name = tree.getSimpleName().toString();
            int at = name.isEmpty() ? -1 : unit.find(name, declaration.pos);
            if (at >= 0 && declaration.sym != null) {
                String id = unit.place(at) + " " + name;
                ids.put(declaration.sym, id);
                write("definition", id, unit, at, name);
            }
            return super.visitClass(tree, nothing);
        }

        @Override
        public Void visitMethod(MethodTree tree, Void nothing) {
            JCTree.JCMethodDecl declaration = (JCTree.JCMethodDecl) tree;
            String name = tree.getName().toString();
            if (declaration.sym != null && !declaration.sym.isConstructor() && unit.is(name, declaration.pos)) {
                String id = unit.place(declaration.pos) + " " + name;
                ids.put(declaration.sym, id);
                write("definition", id, unit, declaration.pos, name);
            }
            return super.visitMethod(tree, nothing);
        }
    }

    /** Where each call leads. */
    static class Calls extends TreePathScanner<Void, Void> {
        final Unit unit;

        Calls(CompilationUnitTree tree, JavacTask task) {
            unit = new Unit(tree, task);
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree tree, Void nothing) {
            JCTree select = (JCTree) tree.getMethodSelect();
            Symbol symbol = TreeInfo.symbol(select);
            String name = TreeInfo.name(select).toString();
            int at = unit.end(select) - name.length();
            // `super()` is inserted where no text has it.
            if (unit.is(name, at)) {
                call(symbol, at, name);
            }
            return super.visitMethodInvocation(tree, nothing);
        }

        @Override
        public Void visitNewClass(NewClassTree tree, Void nothing) {
            Tree type = tree.getIdentifier();
            while (type instanceof AnnotatedTypeTree || type instanceof ParameterizedTypeTree) {
                type = type instanceof ParameterizedTypeTree generic ? generic.getType()
                    : ((AnnotatedTypeTree) type).getUnderlyingType();
            }
            JCTree written = (JCTree) type;
            Symbol symbol = TreeInfo.symbol(written);
            Name name = TreeInfo.name(written);
            if (name != null) {
                int at = unit.end(written) - name.length();
                if (unit.is(name.toString(), at)) {
                    call(symbol, at, name.toString());
                }
            }
            return super.visitNewClass(tree, nothing);
        }

        private void call(Symbol symbol, int at, String name) {
            if (symbol == null || symbol.type == null || symbol.type.isErroneous() && !ids.containsKey(symbol)) {
                return;
            }
            Symbol callee = symbol.isConstructor() ? symbol.owner : symbol;
            String id = ids.getOrDefault(callee, callee.owner + "." + callee);
            write("call", id, unit, at, name);
        }
    }

    /** One file. */
    static class Unit {
        final CompilationUnitTree tree;
        final SourcePositions positions;
        final String text;
        final String path;

        Unit(CompilationUnitTree tree, JavacTask task) {
            this.tree = tree;
            positions = Trees.instance(task).getSourcePositions();
            try {
                text = tree.getSourceFile().getCharContent(true).toString();
            } catch (IOException error) {
                throw new UncheckedIOException(error);
            }
            path = root.relativize(Path.of(tree.getSourceFile().toUri())).toString();
        }

        int end(JCTree of) {
            return (int) positions.getEndPosition(tree, of);
        }

        boolean is(String name, int at) {
            return at >= 0 && text.startsWith(name, at);
        }

        /** The first whole word `name` from a place on. */
        int find(String name, int from) {
            for (int at = text.indexOf(name, Math.max(from, 0)); at >= 0; at = text.indexOf(name, at + 1)) {
                boolean starts = at == 0 || !Character.isJavaIdentifierPart(text.charAt(at - 1));
                int end = at + name.length();
                boolean ends = end == text.length() || !Character.isJavaIdentifierPart(text.charAt(end));
                if (starts && ends) {
                    return at;
                }
            }
            return -1;
        }

        int line(int at) {
            return (int) tree.getLineMap().getLineNumber(at);
        }

        int column(int at) {
            int start = text.lastIndexOf('\n', at - 1) + 1;
            return text.substring(start, at).getBytes(StandardCharsets.UTF_8).length + 1;
        }

        String place(int at) {
            return path + ":" + line(at) + ":" + column(at);
        }
    }

    static void write(String kind, String id, Unit unit, int at, String name) {
        StringBuilder line = new StringBuilder("{\"kind\":" + quoted(kind));
        if (!id.isEmpty()) {
            line.append(",\"id\":").append(quoted(id));
        }
        if (unit != null) {
            line.append(",\"path\":").append(quoted(unit.path));
        }
        if (!name.isEmpty()) {
            line.append(",\"line\":").append(unit.line(at)).append(",\"column\":").append(unit.column(at));
            line.append(",\"name\":").append(quoted(name));
        }
        lines.add(line.append("}").toString());
    }

    static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
