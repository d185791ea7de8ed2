package load

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"gambito/api"
)

// Process is a server in a process of its own, with a data folder that is empty at
// first and goes with it.
type Process struct {
	URL  string
	Data string

	command *exec.Cmd
	begun   time.Time
	memory  int64         // at the most so far
	stop    chan struct{} // ends the watch
	watched chan struct{} // it has ended
	ended   bool
}

// address is how a server tells where it is.
var address = regexp.MustCompile(`http://[^\s/]+`)

// startTime is how long a server may take to tell where it is.
const startTime = 30 * time.Second

// Start starts a program whose verb serve serves the workbench, on so many cores.
func Start(program string, cores int) (*Process, error) {
	data, err := os.MkdirTemp("", "gambito-load-")
	if err != nil {
		return nil, err
	}
	return startIn(program, cores, data)
}

// alone is a command of gambito with a data folder, for which nothing holds that is set
// up for others.
func alone(program string, cores int, data string, args ...string) (*exec.Cmd, error) {
	defaults := filepath.Join(data, "defaults.yaml")
	if err := os.WriteFile(defaults, nil, 0o644); err != nil {
		return nil, err
	}
	c := exec.Command(program, append(args, "--data", data, "--config", defaults)...)
	c.Env = append(os.Environ(), "GOMAXPROCS="+strconv.Itoa(cores), "GAMBITO_TOKEN=", "GAMBITO_ADDR=127.0.0.1:0")
	return c, nil
}

// startIn is Start with a data folder, which goes with the server.
func startIn(program string, cores int, data string) (*Process, error) {
	p := &Process{Data: data, begun: time.Now(), stop: make(chan struct{}), watched: make(chan struct{})}
	var err error
	if p.command, err = alone(program, cores, data, "serve"); err != nil {
		os.RemoveAll(data)
		return nil, err
	}
	told, err := p.command.StderrPipe()
	if err == nil {
		err = p.command.Start()
	}
	if err != nil {
		os.RemoveAll(data)
		return nil, err
	}
	where := make(chan string, 1)
	go func() { // reads to the end: who writes must not wait
		defer close(where)
		lines := bufio.NewScanner(told)
		for lines.Scan() {
			if url := address.FindString(lines.Text()); url != "" && p.URL == "" {
				p.URL = url
				where <- url
			} else if p.URL != "" || !strings.Contains(lines.Text(), "http") {
				fmt.Fprintln(os.Stderr, lines.Text())
			}
		}
	}()
	go p.watch()
	select {
	case url, ok := <-where:
		if ok && url != "" {
			return p, nil
		}
	case <-time.After(startTime):
	}
	p.Stop()
	return nil, errors.New("the server did not start")
}

// watch notes how much memory the server takes.
func (p *Process) watch() {
	defer close(p.watched)
	for {
		p.memory = max(p.memory, resident(p.command.Process.Pid))
		select {
		case <-p.stop:
			return
		case <-time.After(250 * time.Millisecond):
		}
	}
}

// endTime is how long a server may take to end.
const endTime = 20 * time.Second

// End has the server end as by Ctrl-C, with all games kept, and tells what it took. Its
// data stays until Stop.
func (p *Process) End() (api.ServerUse, error) {
	if p.ended {
		return api.ServerUse{}, nil
	}
	p.ended = true
	close(p.stop)
	<-p.watched
	asked := p.command.Process.Signal(os.Interrupt)
	if asked != nil { // not every system can
		time.Sleep(time.Second) // all games are written by then
		p.command.Process.Kill()
	}
	late := time.AfterFunc(endTime, func() { p.command.Process.Kill() })
	err := p.command.Wait()
	switch {
	case asked != nil:
		err = nil
	case !late.Stop():
		err = fmt.Errorf("the server did not end within %v", endTime)
	}
	state := p.command.ProcessState
	return api.ServerUse{
		Memory: p.memory, CPU: (state.UserTime() + state.SystemTime()).Seconds(), Lifetime: time.Since(p.begun).Seconds(),
	}, err
}

// Stop ends the server if it has not ended, and forgets its data.
func (p *Process) Stop() {
	if !p.ended {
		p.command.Process.Kill()
		_, _ = p.End() // it was killed
	}
	os.RemoveAll(p.Data)
}

// resident is how much memory a process takes, where the system tells it the most that it
// took so far, in bytes; 0 if nobody tells.
func resident(pid int) int64 {
	if text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)); err == nil {
		for line := range strings.Lines(string(text)) {
			if size, ok := strings.CutPrefix(line, "VmHWM:"); ok {
				return kilobytes(strings.TrimSuffix(strings.TrimSpace(size), "kB"))
			}
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	text, err := exec.CommandContext(ctx, "ps", "-o", "rss=", "-p", strconv.Itoa(pid)).Output()
	if err != nil {
		return 0
	}
	return kilobytes(string(text))
}

func kilobytes(text string) int64 {
	n, _ := strconv.ParseInt(strings.TrimSpace(text), 10, 64) // 0 if it is none
	return n << 10
}

// PlayersAt is Players at a server that then ends, and looks at what it has kept.
func PlayersAt(ctx context.Context, p *Process, c Crowd) (api.PlayersLoad, error) {
	told, games, err := Players(ctx, p.URL, c)
	if err != nil {
		return told, err
	}
	if told.Server, err = p.End(); err == nil {
		told.Lost += games.Lost(p.Data)
	}
	return told, err
}

// AnalysesAt is Analyses at a server that then ends.
func AnalysesAt(ctx context.Context, p *Process, s Searches) (api.AnalysesLoad, error) {
	told, err := Analyses(ctx, p.URL, s)
	if err == nil {
		told.Server, err = p.End()
	}
	return told, err
}

// StreamsAt is Streams at a server that then ends.
func StreamsAt(ctx context.Context, p *Process, l Listeners) (api.StreamsLoad, error) {
	told, err := Streams(ctx, p.URL, l)
	if err == nil {
		told.Server, err = p.End()
	}
	return told, err
}
