package faults

import (
	"context"
	"path/filepath"
	"syscall"
	"time"

	"gambito/process"
)

// diskSize is that of disks that become full.
const diskSize = 24 << 20

// fill does a work whose disk becomes full at a random moment: it ends by itself and says
// so, or does not need more. When there is room again the same command comes to the same end.
func (l *lab) fill(ctx context.Context, s *subject) error {
	d, err := MountDisk(l.Folder, diskSize)
	if err != nil {
		return err
	}
	defer d.Close()
	if !d.Real() {
		return nil // nobody may mount one here
	}
	folder := filepath.Join(d.Path, "work")
	if err := writeState(folder, s.start); err != nil {
		return err
	}
	c, said := l.start(s.work, folder)
	if err := process.Start(c); err != nil {
		return err
	}
	time.Sleep(time.Duration(l.r.Float64() * s.seconds * float64(time.Second)))
	empty, err := d.Fill(c.Process.Pid)
	if err != nil {
		return err
	}
	_, ended := l.wait(ctx, c, l.Limit, syscall.SIGKILL)
	empty()
	l.report.Disks[s.work.Name]++
	switch code := c.ProcessState.ExitCode(); {
	case ctx.Err() != nil:
		return ctx.Err()
	case !ended || code < 0:
		l.wrong("%s did not end on a full disk: %s", s.work.Name, said)
		return nil
	case broke(said.String()) || code == 2:
		l.wrong("%s on a full disk: exit code %d: %s", s.work.Name, code, said)
		return nil
	case code == 1:
		l.report.Full++
		if c, said = l.start(s.work, folder); !s.done(folder) && c.Run() != nil && !s.over(said.String()) {
			l.wrong("%s does not go on when there is room again: %s", s.work.Name, said)
			return nil
		}
	}
	l.compare(s, folder, "after a full disk")
	return nil
}
