// Command platforms checks that gambito and its tests are right Go on systems and
// processors other than this one, as in CI:
//
//	go run ./build/platforms windows/amd64 darwin/arm64 linux/386
//
// It reads all packages from their source, those of others without what is in their
// functions, and reports what does not fit: a function that a system has not, a number
// too large for 32 bits, an import that nothing needs. To vet them (GOOS=windows go vet
// ./...) means to compile everything that they import first, which takes a hundred times
// as long.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "platforms: name systems and processors, as in: go run ./build/platforms windows/amd64")
		os.Exit(2)
	}
	here, err := os.Getwd()
	if err != nil {
		fmt.Fprintln(os.Stderr, "platforms:", err)
		os.Exit(1)
	}
	failed := false
	for _, platform := range os.Args[1:] {
		system, processor, ok := strings.Cut(platform, "/")
		if !ok {
			fmt.Fprintf(os.Stderr, "platforms: %q must be SYSTEM/PROCESSOR, as in windows/amd64\n", platform)
			os.Exit(2)
		}
		begin := time.Now()
		packages, err := list(here, system, processor, "./...")
		if err != nil {
			fmt.Fprintf(os.Stderr, "platforms: %s: %v\n", platform, err)
			os.Exit(1)
		}
		problems := check(packages, processor)
		for _, problem := range problems {
			failed = true
			fmt.Printf("%s: %s\n", platform, strings.TrimPrefix(problem, here+string(filepath.Separator)))
		}
		fmt.Printf("%s: %d packages in %.1f s\n", platform, len(packages), time.Since(begin).Seconds())
	}
	if failed {
		os.Exit(1)
	}
}
