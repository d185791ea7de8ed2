package build

import (
	"regexp"
	"strings"
	"testing"
)

// A test is no clean build: its fingerprint is that of the executable too.
func TestFingerprint(t *testing.T) {
	f := Fingerprint()
	if !strings.HasPrefix(f, This().Version+" ") {
		t.Errorf("%q does not begin with the version %q", f, This().Version)
	}
	if !clean(This().Version) && !regexp.MustCompile(` [0-9a-f]{64}$`).MatchString(f) {
		t.Errorf("%q does not end with a digest", f)
	}
	for version, want := range map[string]bool{
		"unknown": false, "(devel)": false, "commit 12ab with changes": false, "v0.0.0-2026-12ab+dirty": false,
		"commit 12ab": true, "v1.2.3": true,
	} {
		if clean(version) != want {
			t.Errorf("clean(%q) is %v", version, !want)
		}
	}
}
