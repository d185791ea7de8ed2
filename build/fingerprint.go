package build

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"

	"golang.org/x/sys/cpu"
)

// Fingerprint tells apart builds whose results might differ: by version, processor and
// the kernels that the numbers of networks go through. What is no clean commit goes by
// the executable itself.
var Fingerprint = sync.OnceValue(func() string {
	parts := []string{This().Version, runtime.GOOS + "/" + runtime.GOARCH}
	if kernels := kernels(); kernels != "" {
		parts = append(parts, kernels)
	}
	if !clean(This().Version) {
		parts = append(parts, executable())
	}
	return strings.Join(parts, " ")
})

// Name is a build for people: its version and eight letters of its fingerprint, by which
// two of the same version are told apart.
func Name(version, fingerprint string) string {
	sum := sha256.Sum256([]byte(fingerprint))
	return version + " " + hex.EncodeToString(sum[:4])
}

// clean reports whether a version says which source it is.
func clean(version string) bool {
	return version != "unknown" && !strings.Contains(version, "devel") &&
		!strings.Contains(version, "with changes") && !strings.Contains(version, "dirty")
}

// kernels names what package nn/kernel chooses on this processor: with AVX2 and FMA
// sums are rounded otherwise than without.
func kernels() string {
	switch {
	case runtime.GOARCH != "amd64":
		return ""
	case cpu.X86.HasAVX2 && cpu.X86.HasFMA:
		return "avx2"
	}
	return "plain"
}

// executable is the SHA-256 of the file that runs.
func executable() string {
	name := "/proc/self/exe" // which is right also when the file was replaced meanwhile
	if runtime.GOOS != "linux" {
		var err error
		if name, err = os.Executable(); err != nil {
			return "unknown"
		}
	}
	file, err := os.Open(name)
	if err != nil {
		return "unknown"
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return "unknown"
	}
	return hex.EncodeToString(h.Sum(nil))
}
