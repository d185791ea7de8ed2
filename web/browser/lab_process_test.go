package browser

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// program is gambito, built once for all tests that need it as a process.
var program = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "gambito-browser-")
	if err != nil {
		return "", err
	}
	built = folder
	file := filepath.Join(folder, "gambito")
	out, err := exec.Command("go", "build", "-o", file, "gambito/cmd/gambito").CombinedOutput()
	if err != nil {
		return "", &os.PathError{Op: "build", Path: string(out), Err: err}
	}
	return file, nil
})

// built is the folder of the program, which goes when the tests have ended.
var built string

// gambito is a command of that program.
func gambito(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	file, err := program()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(file, args...)
	c.Env = append(os.Environ(), "GAMBITO_TOKEN=", "HOME="+t.TempDir(), "XDG_CONFIG_HOME=")
	return c
}

// printed is what a command of gambito prints.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	c := gambito(t, args...)
	var wrong strings.Builder
	c.Stderr = &wrong
	out, err := c.Output()
	if err != nil {
		t.Fatalf("gambito %s: %v: %s", strings.Join(args, " "), err, wrong.String())
	}
	return string(out)
}

// process is gambito serve in a process of its own.
type process struct {
	command *exec.Cmd
	data    string
	address string
}

// whereIs finds the address in what a server says.
var whereIs = regexp.MustCompile(`http://[0-9.:]+`)

// launch starts a server that ends with the test.
func launch(t *testing.T) *process {
	t.Helper()
	p := &process{data: t.TempDir(), address: "http://127.0.0.1:0"}
	p.start(t)
	t.Cleanup(p.kill)
	return p
}

// start starts a server, at the address that it had if it was started before.
func (p *process) start(t *testing.T) {
	t.Helper()
	p.command = gambito(t, "serve", "--addr", strings.TrimPrefix(p.address, "http://"), "--data", p.data)
	said, err := p.command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.command.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(said)
	for p.address = ""; p.address == "" && lines.Scan(); {
		p.address = whereIs.FindString(lines.Text())
	}
	if p.address == "" {
		t.Fatal("the server does not start")
	}
	go io.Copy(io.Discard, said)
}

// kill ends a server as kill -9 does: it has no time for anything.
func (p *process) kill() {
	p.command.Process.Kill()
	p.command.Wait()
}
