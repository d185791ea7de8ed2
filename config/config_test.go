package config

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

func write(t testing.TB, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestOrigins: the environment goes before the file, the file before the locale and
// what gambito chooses.
func TestOrigins(t *testing.T) {
	t.Setenv("HOME", "/home/someone")
	name := write(t, "# mine\nlang: es\ndata: ~/games\njobs: 3\ncolour: never\n")
	f, err := Read(name)
	if err != nil || !f.Found || f.Value("jobs") != "3" || f.Value("data") != "/home/someone/games" {
		t.Fatal(f, err)
	}
	empty, err := Read(write(t, Example))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		file File
		env  map[string]string
		want string
	}{
		{f, nil, "data=/home/someone/games FILE: line 3, lang=es FILE: line 2, jobs=3 FILE: line 4, colour=never FILE: line 5"},
		{f, map[string]string{"GAMBITO_DATA": "/x", "LANG": "en_GB", "NO_COLOR": "yes"}, "data=/x $GAMBITO_DATA, lang=es FILE: line 2, jobs=3 FILE: line 4, colour=never $NO_COLOR"},
		{empty, map[string]string{"LC_ALL": "", "LC_MESSAGES": "es_MX.UTF-8", "LANG": "de"}, "data=DATA default, lang=es $LC_MESSAGES, jobs=CORES all cores, colour=auto default"},
		{empty, nil, "data=DATA default, lang=en default, jobs=CORES all cores, colour=auto default"},
	} {
		var got []string
		for _, s := range c.file.Settings(func(name string) string { return c.env[name] }) {
			got = append(got, s.Key+"="+s.Value+" "+s.Origin)
		}
		usual, _ := usual("data", nil)
		text := strings.NewReplacer(name, "FILE", usual, "DATA", "jobs="+strconv.Itoa(runtime.NumCPU())+" all", "jobs=CORES all").Replace(strings.Join(got, ", "))
		if text != c.want {
			t.Errorf("with %v it is\n%s, not\n%s", c.env, text, c.want)
		}
	}
}

// TestFaults are told by file and line.
func TestFaults(t *testing.T) {
	for text, want := range map[string]string{
		"lang: es\ncolor: auto": `config.yaml: line 2: unknown key "color" (did you mean "colour"?)`,
		"lang: de":              `line 1: lang: `,
		"jobs: 0":               "line 1: jobs: it must be a whole number from 1 to ",
		"jobs: many":            "line 1: jobs: ",
		"jobs: 1\njobs: 2":      "line 2: ",
		"- a":                   "line 1: it must be keys with values: data, lang, jobs, colour",
		"data: [a, b]":          "line 1: data: ",
		"a: {":                  "line 1: ",
	} {
		if _, err := Read(write(t, text)); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestNoFile(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("HOME", os.Getenv("XDG_CONFIG_HOME"))
	if f, err := Read(""); err != nil || f.Found || f.Value("lang") != "" || !strings.HasSuffix(f.Path, filepath.Join("gambito", "config.yaml")) {
		t.Error(f, err)
	}
	if _, err := Read("nowhere.yaml"); err == nil {
		t.Error("a file that is named must be there")
	}
	if f, err := Read(write(t, "data: runs")); err != nil || f.Value("data") != filepath.Join(filepath.Dir(f.Path), "runs") {
		t.Error(f, err)
	}
}

// FuzzParse: whatever the file holds, it is read or refused in one line.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"lang: es\ndata: ~/games\njobs: 3", Example, "jobs: -1", "a: {", "- x", "? {", "lang: *x"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := File{Path: "x", values: map[string]value{}}
		if err := file.parse([]byte(text)); err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%q", err)
		}
	})
}
