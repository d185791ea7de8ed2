// Package build says which gambito this is.
package build

import (
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
)

// Info is a gambito and what it runs on.
type Info struct {
	Version string `json:"version" doc:"of gambito, its commit if that is known"`
	Go      string `json:"go" doc:"version of Go that compiled it"`
	Machine string `json:"machine" doc:"operating system and processor"`
}

// This is the present process.
var This = sync.OnceValue(func() Info {
	b := Info{Version: "unknown", Go: runtime.Version(), Machine: runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		if info.Main.Version != "" {
			b.Version = info.Main.Version
		}
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				b.Version = "commit " + s.Value
			case s.Key == "vcs.modified" && s.Value == "true":
				b.Version += " with changes"
			}
		}
	}
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil { // where there is one
		for line := range strings.Lines(string(text)) {
			if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
				b.Machine += ", " + strings.TrimSpace(value)
				break
			}
		}
	}
	return b
})
