package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"gambito/fleet"
	"gambito/terminal"
)

type workerCmd struct {
	URL      string   `arg:"" name:"url" help:"The fleet, such as nats://TOKEN@HOST:4222; several brokers of one with commas between. The token may stand in GAMBITO_FLEET_TOKEN instead, in the environment."`
	Name     string   `placeholder:"TEXT" help:"Name by which the fleet knows this machine (default: that of the host)."`
	Trust    bool     `help:"Also do work that starts programs of this machine."`
	Memory   byteSize `placeholder:"SIZE" help:"Memory that the agents of a job may ask for, such as 8GB: fewer games are played at a time, or none (default: what the machine has, where it tells)."`
	AnyBuild bool     `help:"Join a fleet of another gambito, whose results might differ."`
	Cache    string   `type:"path" placeholder:"FOLDER" help:"Folder for files that come with work; workers may share it (default: fleet-cache in the data folder)."`
	NKey     string   `name:"nkey" type:"existingfile" placeholder:"FILE" help:"File with the key that lets this machine in."`
	TLSCA    string   `name:"tls-ca" type:"existingfile" placeholder:"FILE" help:"Certificates that vouch for the broker, PEM, if systems do not know them."`
	Seed     uint64   `hidden:""`
	jobsFlag
	dataFlag
	quietFlag
}

// Help is shown by --help.
func (workerCmd) Help() string {
	return `Lends this machine to a fleet, until Ctrl-C: it does what tournaments, trainings and other
work there give out, and keeps nothing but a cache of files. gambito fleet serve prints the
line that joins it. A worker connects again by itself when the broker was away.

The first Ctrl-C finishes games that end within seconds and returns the rest, the second
leaves at once: others do then what was begun. It exits with 0 when it was told to end, 2 if
what it was given is wrong or it is another gambito than the fleet, 1 if the fleet is not
reached or does not let it in.

The token is seen in the list of processes if it stands in the URL; GAMBITO_FLEET_TOKEN lets
in as well, with a URL such as nats://10.0.0.1:4222.

Work from a fleet reads no files of this machine and starts no programs, unless --trust.

Examples:

  gambito worker nats://TOKEN@127.0.0.1:4222
  gambito worker nats://TOKEN@10.0.0.1:4222 --jobs 4 --name attic
  gambito worker tls://fleet.example.org:4222 --nkey attic.nk --tls-ca ca.pem
  gambito worker nats://TOKEN@10.0.0.1:4222,10.0.0.2:4222,10.0.0.3:4222`
}

// memory is how many bytes jobs may ask for, 0 if nobody knows.
func (c workerCmd) memory() int64 {
	if c.Memory > 0 {
		return int64(c.Memory)
	}
	text, err := os.ReadFile("/proc/meminfo") // where there is such a thing
	var kilobytes int64
	if err != nil {
		return 0
	}
	if _, err := fmt.Sscanf(string(text), "MemTotal: %d kB", &kilobytes); err != nil {
		return 0
	}
	return kilobytes << 10
}

// Run works until it is interrupted.
func (c workerCmd) Run(s *session) error {
	folder, err := c.folder()
	if err != nil {
		return failure{err}
	}
	if c.Cache == "" {
		c.Cache = filepath.Join(folder, "fleet-cache")
	}
	var line *terminal.Line
	if !c.Quiet {
		line = terminal.NewLine(os.Stderr)
	}
	tell := func(text string) {
		line.Clear()
		notice(text)
	}
	options := fleet.Options{URL: c.URL, Name: "worker " + c.Name, NKey: c.NKey, CA: c.TLSCA, AnyBuild: c.AnyBuild, Token: fleetToken(), Log: tell}
	joined := func(name string) { tell(fmt.Sprintf("%s works for the fleet (Ctrl-C ends it)", name)) }
	if c.Quiet {
		options.Log, joined = nil, nil
	}
	link, err := fleet.Connect(s.ctx, options)
	if err != nil {
		return fleetError(err)
	}
	defer link.Close()
	worker := fleet.NewWorker(link, fleetKinds(), fleet.WorkerOptions{
		Name: c.Name, Jobs: c.Jobs, Trust: c.Trust, Memory: c.memory(), Cache: c.Cache, Folder: folder, Tell: tell, Joined: joined,
	})
	ended := make(chan error, 1)
	go func() { ended <- worker.Run(s.ctx) }()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case err := <-ended:
			line.Clear()
			if err == nil && !c.Quiet {
				notice(fmt.Sprintf("%s has left: %s", worker.Name(), worker.Total()))
			}
			return fleetError(err)
		case <-tick.C:
			line.Show(worker.State())
		}
	}
}
