//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package engine

import (
	"os"
	"os/exec"
)

func start(c *exec.Cmd) error { return c.Start() }

func kill(p *os.Process) { p.Kill() }

// killed cannot be told from other ends here.
func killed(*os.ProcessState) bool { return false }
