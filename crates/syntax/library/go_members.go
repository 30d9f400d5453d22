// Prints the names of the exported methods of Go's standard library, sorted.
//
//	go run go_members.go > go.txt
package main

import (
	"fmt"
	"go/build"
	"go/importer"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

func main() {
	build.Default.CgoEnabled = false
	files := token.NewFileSet()
	from := importer.ForCompiler(files, "source", nil)
	root := filepath.Join(build.Default.GOROOT, "src")
	names := map[string]bool{}
	filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil || !entry.IsDir() || path == root {
			return err
		}
		name := entry.Name()
		if name == "internal" || name == "vendor" || name == "cmd" || name == "testdata" {
			return filepath.SkipDir
		}
		found, err := from.Import(filepath.ToSlash(strings.TrimPrefix(path, root+"/")))
		if err != nil {
			return nil
		}
		for _, name := range found.Scope().Names() {
			object, isType := found.Scope().Lookup(name).(*types.TypeName)
			if !isType || !object.Exported() {
				continue
			}
			methods := types.NewMethodSet(types.NewPointer(object.Type()))
			if types.IsInterface(object.Type()) {
				methods = types.NewMethodSet(object.Type())
			}
			for at := 0; at < methods.Len(); at++ {
				if method := methods.At(at).Obj(); method.Exported() {
					names[method.Name()] = true
				}
			}
		}
		return nil
	})
	var sorted []string
	for name := range names {
		if len(name) > 1 {
			sorted = append(sorted, name)
		}
	}
	sort.Strings(sorted)
	for _, name := range sorted {
		fmt.Println(name)
	}
}
