//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package process

import (
	"os"
	"os/exec"
)

func Start(c *exec.Cmd) error { return c.Start() }

func Kill(p *os.Process) { p.Kill() }

// Killed cannot be told from other ends here.
func Killed(*os.ProcessState) bool { return false }
