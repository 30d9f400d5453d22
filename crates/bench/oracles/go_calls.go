// Writes the definitions and calls of a Go module, as resolved by go/types, in the format of
// `fathom bench edges` (one JSON object per line).
//
//	go run go_calls.go MODULE_FOLDER > pairs.jsonl
//
// It reads the module's own sources, tests included, and the standard library. Packages that are
// not installed are empty: calls into them, and on values of their types, are not resolved.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
)

type record struct {
	Kind   string `json:"kind"`
	ID     string `json:"id,omitempty"`
	Path   string `json:"path,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	Name   string `json:"name,omitempty"`
}

// folder is one directory with the files of its package, of its tests and of its external tests.
type folder struct {
	plain, tests, external []*ast.File
}

type oracle struct {
	root     string
	modules  map[string]string // module path to folder
	files    *token.FileSet
	folders  map[string]*folder
	packages map[string]*types.Package
	standard types.ImporterFrom
	out      *json.Encoder
	seen     map[string]bool
}

func main() {
	root, err := filepath.Abs(os.Args[1])
	check(err)
	writer := bufio.NewWriter(os.Stdout)
	defer writer.Flush()
	build.Default.CgoEnabled = false
	files := token.NewFileSet()
	o := &oracle{
		root: root, files: files, modules: map[string]string{}, folders: map[string]*folder{},
		packages: map[string]*types.Package{}, seen: map[string]bool{},
		standard: importer.ForCompiler(files, "source", nil).(types.ImporterFrom),
		out:      json.NewEncoder(writer),
	}
	check(o.out.Encode(record{Kind: "tool", ID: "go/types " + runtime.Version()}))
	o.read()
	var names []string
	for name := range o.folders {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		at := o.folders[name]
		own := o.importPath(name)
		var tested *types.Package
		if len(at.plain)+len(at.tests) > 0 {
			tested = o.resolve(own, append(append([]*ast.File{}, at.plain...), at.tests...), nil)
		}
		if len(at.external) > 0 {
			o.resolve(own+"_test", at.external, map[string]*types.Package{own: tested})
		}
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func (o *oracle) read() {
	check(filepath.WalkDir(o.root, func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() {
			if path != o.root && (strings.HasPrefix(name, ".") || name == "vendor" || name == "testdata") {
				return filepath.SkipDir
			}
			return nil
		}
		if name == "go.mod" {
			text, err := os.ReadFile(path)
			check(err)
			for _, line := range strings.Split(string(text), "\n") {
				if rest, found := strings.CutPrefix(strings.TrimSpace(line), "module "); found {
					o.modules[strings.Trim(strings.TrimSpace(rest), `"`)] = filepath.Dir(path)
				}
			}
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		if match, err := build.Default.MatchFile(filepath.Dir(path), name); err != nil || !match {
			return nil
		}
		file, err := parser.ParseFile(o.files, path, nil, parser.SkipObjectResolution)
		if file == nil {
			return nil
		}
		at := o.folders[filepath.Dir(path)]
		if at == nil {
			at = &folder{}
			o.folders[filepath.Dir(path)] = at
		}
		switch {
		case strings.HasSuffix(file.Name.Name, "_test") && strings.HasSuffix(name, "_test.go"):
			at.external = append(at.external, file)
		case strings.HasSuffix(name, "_test.go"):
			at.tests = append(at.tests, file)
		default:
			at.plain = append(at.plain, file)
		}
		return nil
	}))
}

func (o *oracle) importPath(dir string) string {
	best, bestFolder := "", ""
	for module, at := range o.modules {
		if (dir == at || strings.HasPrefix(dir, at+"/")) && len(at) >= len(bestFolder) {
			best, bestFolder = module, at
		}
	}
	return best + strings.TrimPrefix(dir, bestFolder)
}

// local imports packages; those of `given` come first.
type local struct {
	o     *oracle
	given map[string]*types.Package
}

func (l local) Import(path string) (*types.Package, error) {
	if own := l.given[path]; own != nil {
		return own, nil
	}
	if known := l.o.packages[path]; known != nil {
		return known, nil
	}
	for module, at := range l.o.modules {
		if path == module || strings.HasPrefix(path, module+"/") {
			if dir := l.o.folders[at+strings.TrimPrefix(path, module)]; dir != nil {
				config := types.Config{Importer: local{o: l.o}, Error: func(error) {}}
				l.o.packages[path] = types.NewPackage(path, filepath.Base(path)) // a cycle ends here
				found, _ := config.Check(path, l.o.files, dir.plain, nil)
				l.o.packages[path] = found
				return found, nil
			}
		}
	}
	found, err := l.o.standard.ImportFrom(path, l.o.root, 0)
	if err != nil || found == nil {
		name := filepath.Base(path)
		if strings.HasPrefix(name, "v") && len(name) < 4 {
			name = filepath.Base(filepath.Dir(path))
		}
		found = types.NewPackage(path, strings.TrimPrefix(name, "go-"))
		found.MarkComplete()
	}
	l.o.packages[path] = found
	return found, nil
}

func (o *oracle) resolve(path string, files []*ast.File, given map[string]*types.Package) *types.Package {
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: local{o, given}, Error: func(error) {}}
	found, _ := config.Check(path, o.files, files, info)
	for _, file := range files {
		where := o.files.Position(file.Pos())
		check(o.out.Encode(record{Kind: "file", Path: o.relative(where.Filename)}))
		ast.Inspect(file, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.FuncDecl:
				o.definition(node.Name)
			case *ast.TypeSpec:
				o.definition(node.Name)
			case *ast.InterfaceType:
				for _, method := range node.Methods.List {
					for _, name := range method.Names {
						o.definition(name)
					}
				}
			case *ast.CallExpr:
				o.call(info, node.Fun)
			}
			return true
		})
	}
	return found
}

func (o *oracle) relative(path string) string {
	inside, err := filepath.Rel(o.root, path)
	check(err)
	return filepath.ToSlash(inside)
}

// place is the identity of a definition in the project; a package is checked more than once.
func (o *oracle) place(at token.Pos) string {
	where := o.files.Position(at)
	if !strings.HasPrefix(where.Filename, o.root+"/") {
		return ""
	}
	return fmt.Sprintf("%s:%d:%d", o.relative(where.Filename), where.Line, where.Column)
}

func (o *oracle) definition(name *ast.Ident) {
	o.write("definition", o.place(name.Pos())+" "+name.Name, name)
}

func (o *oracle) call(info *types.Info, function ast.Expr) {
	for {
		switch inner := function.(type) {
		case *ast.ParenExpr:
			function = inner.X
			continue
		case *ast.IndexExpr:
			function = inner.X
			continue
		case *ast.IndexListExpr:
			function = inner.X
			continue
		}
		break
	}
	var name *ast.Ident
	switch function := function.(type) {
	case *ast.Ident:
		name = function
	case *ast.SelectorExpr:
		name = function.Sel
	default:
		return
	}
	switch object := info.Uses[name].(type) {
	case *types.Func:
		o.write("call", o.identity(object.Origin()), name)
	// A conversion calls no function.
	case *types.Builtin:
		o.write("call", o.identity(object), name)
	case *types.Var:
		o.write("value", o.identity(object), name)
	}
}

func (o *oracle) identity(object types.Object) string {
	if place := o.place(object.Pos()); place != "" {
		return place + " " + object.Name()
	}
	return object.String()
}

func (o *oracle) write(kind, id string, name *ast.Ident) {
	where := o.files.Position(name.Pos())
	if !strings.HasPrefix(where.Filename, o.root+"/") {
		return
	}
	line := record{kind, id, o.relative(where.Filename), where.Line, where.Column, name.Name}
	key := fmt.Sprint(line)
	if !o.seen[key] {
		o.seen[key] = true
		check(o.out.Encode(line))
	}
}
