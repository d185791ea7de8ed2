package gametest

import (
	"os"
	"path/filepath"
	"testing"
)

// Reference returns the path of a file of reference data below the folder
// that the environment variable GAMBITO_REFERENCE names, taken from the
// module's root if it is relative. Without the variable the test is skipped.
func Reference(t testing.TB, name string) string {
	t.Helper()
	folder := os.Getenv("GAMBITO_REFERENCE")
	if folder == "" {
		t.Skip("GAMBITO_REFERENCE does not name the folder of reference data")
	}
	if !filepath.IsAbs(folder) {
		folder = filepath.Join(moduleRoot(t), folder)
	}
	return filepath.Join(folder, filepath.FromSlash(name))
}

// moduleRoot is the nearest folder above the test's that holds go.mod.
func moduleRoot(t testing.TB) string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			t.Fatal("no go.mod above the test's folder")
		}
		folder = parent
	}
}
