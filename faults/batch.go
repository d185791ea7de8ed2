package faults

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"gambito/process"
)

// A process of gambito that does many commands one after another: to start one for each
// would take longer than most of them.

// Request is a command and the folder in which it is done.
type Request struct {
	Folder string   `json:"folder"`
	Args   []string `json:"args"`
}

// Answer is what came of it.
type Answer struct {
	Code   int    `json:"code"`
	Stdout string `json:"stdout"`
	Stderr string `json:"stderr"`
	Panic  string `json:"panic,omitempty"`
}

// batchVerb is the command that reads requests from its input and writes answers, a line
// each. BatchVariable is set for it, since nobody else is to use it.
var batchVerb = []string{"drill", "--batch"}

const BatchVariable = "GAMBITO_DRILL_BATCH"

// mostRequests are done by one process.
const mostRequests = 200

// batch is such a process, started when it is needed.
type batch struct {
	command func() *exec.Cmd
	limit   time.Duration
	log     string // file of what it says beside its answers

	process *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	done    int
}

// do has a command done. The error says that the process broke or did not come to an end.
func (b *batch) do(ctx context.Context, r Request) (a Answer, err error) {
	if b.process == nil || b.done == mostRequests {
		b.close()
		if err := b.start(); err != nil {
			return a, err
		}
	}
	b.done++
	type read struct {
		line []byte
		err  error
	}
	answered := make(chan read, 1)
	if err := json.NewEncoder(b.in).Encode(r); err != nil {
		return a, b.broken(err)
	}
	go func(out *bufio.Reader) {
		line, err := out.ReadBytes('\n')
		answered <- read{line, err}
	}(b.out)
	select {
	case got := <-answered:
		if got.err == nil {
			got.err = json.Unmarshal(got.line, &a)
		}
		if got.err != nil {
			return a, b.broken(got.err)
		}
		return a, nil
	case <-ctx.Done():
		b.close()
		return a, ctx.Err()
	case <-time.After(b.limit):
		b.close()
		return a, fmt.Errorf("it has not ended after %v", b.limit)
	}
}

// broken ends the process, and tells what it has said.
func (b *batch) broken(err error) error {
	b.close()
	said, _ := os.ReadFile(b.log)
	return fmt.Errorf("the process ended: %w: %s", err, said[max(len(said)-3000, 0):])
}

func (b *batch) start() (err error) {
	c := b.command()
	log, err := os.Create(b.log)
	if err != nil {
		return err
	}
	defer log.Close() // the process has its own
	c.Stderr = log
	in, err := c.StdinPipe()
	out, err1 := c.StdoutPipe()
	if err := errors.Join(err, err1); err != nil {
		return err
	}
	if err := process.Start(c); err != nil {
		return err
	}
	b.process, b.in, b.out, b.done = c, in, bufio.NewReader(out), 0
	return nil
}

func (b *batch) close() {
	if b.process == nil {
		return
	}
	b.in.Close()
	process.Kill(b.process.Process)
	b.process.Wait()
	b.process = nil
}

// Serve is the other end: it reads requests and has them done until there are no more.
func Serve(in io.Reader, out io.Writer, do func(Request) Answer) error {
	requests, answers := json.NewDecoder(in), json.NewEncoder(out)
	for {
		var r Request
		if err := requests.Decode(&r); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if err := answers.Encode(do(r)); err != nil {
			return err
		}
	}
}
