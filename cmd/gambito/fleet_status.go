package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"

	"gambito/build"
	"gambito/fleet"
	"gambito/table"
	"gambito/terminal"
)

// fleetURL names a fleet that is asked for something.
type fleetURL struct {
	URL   string `arg:"" name:"url" help:"URL of the fleet, such as nats://TOKEN@127.0.0.1:4222, as gambito fleet serve prints it; the token may stand in GAMBITO_FLEET_TOKEN instead, in the environment."`
	NKey  string `name:"nkey" type:"existingfile" placeholder:"FILE" help:"File with the secret key that lets in, an NKey."`
	TLSCA string `name:"tls-ca" type:"existingfile" placeholder:"FILE" help:"Certificate of who has signed the broker's, PEM."`
}

// connect joins the fleet to ask it something.
func (f fleetURL) connect(s *session, name string) (*fleet.Link, error) {
	l, err := fleet.Connect(s.ctx, fleet.Options{URL: f.URL, Name: name, NKey: f.NKey, CA: f.TLSCA, AnyBuild: true, Token: fleetToken()})
	if err != nil {
		return nil, fleetError(err)
	}
	return l, nil
}

type fleetStatusCmd struct {
	fleetURL
	Watch bool `help:"Show it again every second until Ctrl-C; with --json a line each time."`
	jsonFlag
	idleFlags
}

// Help is shown by --help.
func (fleetStatusCmd) Help() string {
	return `Tells who is in a fleet and what is done: workers with their versions, cores and
speeds, jobs with their queues and the time left.

  busy      share of the cores that a worker lends which work
  done      units of a job, such as the games of a run (of the round, in a Swiss one)
  queued    pieces of a job that wait for a worker; held are those that workers have
  waiting   messages with results that the coordinator has not taken yet

A job whose coordinator is gone waits for the same command; gambito fleet forget
removes it.

Examples:

  gambito fleet status nats://TOKEN@127.0.0.1:4222
  gambito fleet status nats://TOKEN@127.0.0.1:4222 --watch
  gambito fleet status nats://TOKEN@127.0.0.1:4222 --json`
}

// Run shows the fleet.
func (c fleetStatusCmd) Run(s *session) error {
	l, err := c.connect(s, "status")
	if err != nil {
		return err
	}
	defer l.Close()
	if !c.Watch {
		status, err := l.Status(s.ctx)
		if err != nil {
			return fleetError(err)
		}
		return c.show(s, status)
	}
	err = l.Watch(s.ctx, time.Second, func(status fleet.Status) error { return c.show(s, status) })
	if s.ctx.Err() != nil {
		return nil // Ctrl-C is how one stops watching
	}
	return err
}

// sheetText is a text that is shown at once, as wide as the screen.
type sheetText struct {
	bytes.Buffer
	screen *terminal.Screen
}

// Width implements what tables ask for.
func (p *sheetText) Width() int { return p.screen.Width() }

// show prints the fleet, over what was there if it is watched on a terminal.
func (c fleetStatusCmd) show(s *session, status fleet.Status) error {
	if c.JSON {
		return s.printJSON(status)
	}
	p := &sheetText{screen: s.stdout}
	if c.Watch && s.stdout.Terminal() {
		p.WriteString("\x1b[H\x1b[J")
	}
	writeFleet(p, status)
	if c.Watch && !s.stdout.Terminal() {
		p.WriteString("\n")
	}
	_, err := s.stdout.Write(p.Bytes())
	return err
}

// writeFleet writes the tables of a fleet.
func writeFleet(p *sheetText, s fleet.Status) {
	workers, jobs := 0, 0
	for _, w := range s.Workers {
		if !w.Silent && !w.Banned {
			workers, jobs = workers+1, jobs+w.Jobs
		}
	}
	fmt.Fprintf(p, "%s: %s %s; nats-server %s keeps %s\n", s.Broker, lent(workers), counted(jobs, "core"), s.Server, sizeText(s.Bytes))
	if s.Version != "" {
		fmt.Fprintf(p, "gambito %s\n", build.Name(s.Version, s.Build))
	}
	if len(s.Workers) > 0 {
		rows := [][]string{{"worker", "cores", "busy", "units", "units/s", "seen", "gambito", "doing"}}
		for _, w := range s.Workers {
			rows = append(rows, []string{
				w.Name, fmt.Sprintf("%d of %d", w.Jobs, w.Cores), busyText(w), fmt.Sprint(w.Units),
				speedText(w.Speed), agoText(s.Now.Sub(w.Seen)), workerVersion(w), doingText(w),
			})
		}
		fmt.Fprintln(p)
		table.Style{Text: []int{6, 7}}.Write(p, rows)
	}
	if len(s.Jobs) > 0 {
		rows := [][]string{{"job", "done", "of", "units/s", "left", "queued", "held", "waiting", "coordinator", "id"}}
		for _, j := range s.Jobs {
			rows = append(rows, []string{
				j.Name, fmt.Sprint(j.Done), orNothing(j.Total), speedText(j.Speed), leftText(j, s.Now), fmt.Sprint(j.Queued), fmt.Sprint(j.Held),
				fmt.Sprint(j.Waiting), j.Coordinator, shortID(s.Jobs, j.ID),
			})
		}
		fmt.Fprintln(p)
		table.Style{Text: []int{8, 9}}.Write(p, rows)
	}
	writeFleetNotes(p, s)
}

// shortID is the beginning of the id of a job that no other has, eight letters if that
// is enough: fleet forget takes it.
func shortID(jobs []fleet.JobStatus, id string) string {
	for n := 8; n < len(id); n++ {
		alike := 0
		for _, j := range jobs {
			if strings.HasPrefix(j.ID, id[:n]) {
				alike++
			}
		}
		if alike < 2 {
			return id[:n]
		}
	}
	return id
}

// writeFleetNotes writes what is out of the ordinary.
func writeFleetNotes(p *sheetText, s fleet.Status) {
	var lines []string
	for _, j := range s.Jobs {
		for _, why := range j.Refused {
			lines = append(lines, fmt.Sprintf("%s: refused: %s", j.Name, why))
		}
		if j.Aside > 0 {
			lines = append(lines, fmt.Sprintf("%s: %s set aside, after which no worker came back", j.Name, counted(j.Aside, "unit")))
		}
	}
	for _, b := range s.Banned {
		lines = append(lines, fmt.Sprintf("worker %s is banned since %s: %s (gambito fleet forget URL --worker %s lifts it)",
			b.Worker, b.Since.Local().Format("2006-01-02 15:04:05"), b.Why, b.Worker))
	}
	if len(lines) > 0 {
		fmt.Fprintln(p)
	}
	for _, line := range lines {
		table.Paragraph(p, "", line)
	}
}

// lent begins the sentence of what some workers lend.
func lent(workers int) string {
	if workers == 1 {
		return "1 worker lends"
	}
	return counted(workers, "worker") + " lend"
}

// sizeText writes a size as byteSize reads it.
func sizeText(bytes int64) string {
	for _, u := range byteUnits {
		if bytes >= u.bytes && u.bytes > 1 {
			return fmt.Sprintf("%.1f %s", float64(bytes)/float64(u.bytes), u.name)
		}
	}
	return fmt.Sprintf("%d B", bytes)
}

func orNothing(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

func speedText(speed float64) string {
	switch {
	case speed == 0:
		return ""
	case speed < 10:
		return fmt.Sprintf("%.2f", speed)
	}
	return fmt.Sprintf("%.0f", speed)
}

func agoText(d time.Duration) string {
	if d < time.Second { // also where clocks differ
		return "now"
	}
	return d.Round(time.Second).String()
}

// leftText is how long a job takes, or why it does not go on.
func leftText(j fleet.JobStatus, now time.Time) string {
	silent := now.Sub(j.Seen)
	switch {
	case !j.Open:
		return "broken off"
	case silent > 10*time.Second:
		return "silent for " + agoText(silent)
	case j.Left == 0:
		return ""
	}
	return time.Duration(j.Left * float64(time.Second)).Round(time.Second).String()
}

// workerVersion is which gambito a worker is, as far as it matters.
func workerVersion(w fleet.WorkerStatus) string {
	version := strings.TrimPrefix(w.Version, "commit ")
	if hash, rest, _ := strings.Cut(version, " "); len(hash) > 12 {
		version = strings.TrimSpace(hash[:12] + " " + rest)
	}
	version = build.Name(version, w.Build)
	if w.Other {
		version += " (another build)"
	}
	return version
}

// busyText is how much of what a worker lends does something.
func busyText(w fleet.WorkerStatus) string {
	if w.Silent {
		return ""
	}
	return fmt.Sprintf("%.0f %%", 100*w.Busy)
}

// doingText is what a worker does, or why it does nothing.
func doingText(w fleet.WorkerStatus) string {
	switch {
	case w.Banned:
		return "banned"
	case w.Silent:
		return "silent: it lends nothing until it is heard of again"
	case w.Waits != "":
		return w.Waits
	case w.Leaving:
		return "leaving"
	}
	return strings.Join(w.Doing, ", ")
}

type fleetForgetCmd struct {
	fleetURL
	Job    string `arg:"" optional:"" help:"Id of the job, or its beginning, as gambito fleet status shows it."`
	Worker string `placeholder:"NAME" help:"Lift the ban of this worker instead."`
	idleFlags
}

// Help is shown by --help.
func (fleetForgetCmd) Help() string {
	return `Removes a job from a fleet, with its queue and the results that wait for its
coordinator: for jobs that nobody takes up again. If the coordinator is still
there the job comes back at once; end it with Ctrl-C instead.

With --worker it lifts the ban of a worker that gave wrong results or nonsense.

Examples:

  gambito fleet forget nats://TOKEN@127.0.0.1:4222 4fz3xw6k
  gambito fleet forget nats://TOKEN@127.0.0.1:4222 --worker laptop`
}

// Run forgets one thing.
func (c fleetForgetCmd) Run(s *session) error {
	if (c.Job == "") == (c.Worker == "") {
		return errors.New("name a job (gambito fleet status lists their ids), or a worker by --worker")
	}
	l, err := c.connect(s, "forget")
	if err != nil {
		return err
	}
	defer l.Close()
	if c.Worker != "" {
		if err := l.Pardon(s.ctx, c.Worker); err != nil {
			return fleetError(err)
		}
		notice("worker " + c.Worker + " may work again")
		return nil
	}
	name, err := l.Forget(s.ctx, c.Job)
	if err != nil {
		return fleetError(err)
	}
	notice("job " + name + " is forgotten")
	return nil
}
