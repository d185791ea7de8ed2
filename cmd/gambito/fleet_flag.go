package main

import (
	"errors"
	"os"
	"sync"

	"gambito/arena"
	"gambito/crew"
	"gambito/fleet"
	"gambito/progress"
	"gambito/run"
	"gambito/shell"
	"gambito/terminal"
)

// fleetFlag has work done by the machines of a fleet. Then --jobs says nothing: this
// machine only gathers what comes of it.
type fleetFlag struct {
	Fleet    string `placeholder:"URL" help:"Have it done by the workers of this fleet, such as nats://TOKEN@10.0.0.1:4222, and by nobody else (see gambito fleet serve); the token may stand in GAMBITO_FLEET_TOKEN instead, in the environment."`
	NKey     string `name:"nkey" type:"existingfile" placeholder:"FILE" help:"--fleet: file with the secret key that lets in, an NKey."`
	TLSCA    string `name:"tls-ca" type:"existingfile" placeholder:"FILE" help:"--fleet: certificate of who has signed the broker's, PEM."`
	AnyBuild bool   `name:"any-build" help:"--fleet: whatever gambito the workers are; results may then differ from those of this one."`
}

// check finds what does not belong together.
func (f fleetFlag) check() error {
	if f.Fleet == "" && (f.NKey != "" || f.TLSCA != "" || f.AnyBuild) {
		return errors.New("--nkey, --tls-ca and --any-build are of no use without --fleet URL")
	}
	return nil
}

// arguments are the flags as they were given, for a command that goes on.
func (f fleetFlag) arguments() (text string) {
	if f.Fleet == "" {
		return ""
	}
	text = " --fleet " + shell.Quote(f.Fleet)
	if f.NKey != "" {
		text += " --nkey " + shell.Quote(f.NKey)
	}
	if f.TLSCA != "" {
		text += " --tls-ca " + shell.Quote(f.TLSCA)
	}
	if f.AnyBuild {
		text += " --any-build"
	}
	return text
}

// join joins the fleet for work that is kept in a folder, where the same command takes
// up what was broken off; "" is for work that nobody takes up. It is nil if there is no
// fleet. Whoever calls it calls leave.
func (f fleetFlag) join(s *session, folder string) (*coordinator, error) {
	if f.Fleet == "" {
		return nil, nil
	}
	salt := ""
	if folder != "" {
		err := os.MkdirAll(folder, 0o755)
		if err == nil {
			salt, err = fleet.Salt(folder)
		}
		if err != nil {
			return nil, failure{err}
		}
	}
	link, err := fleet.Connect(s.ctx, fleet.Options{URL: f.Fleet, Name: "coordinator", NKey: f.NKey, CA: f.TLSCA, AnyBuild: f.AnyBuild, Token: fleetToken()})
	if err != nil {
		return nil, fleetError(err)
	}
	if err := link.Agree(s.ctx); err != nil {
		link.Close()
		return nil, err
	}
	j := &coordinator{link: link}
	j.client = fleet.NewClient(link, fleetKinds(), fleet.ClientOptions{Salt: salt, Folder: s.agents.Environment.Folder(), Tell: j.say})
	return j, nil
}

// joinFor is join for a verb that keeps its games in a data folder.
func (f fleetFlag) joinFor(s *session, data dataFlag) (*coordinator, error) {
	if f.Fleet == "" {
		return nil, nil
	}
	folder, err := data.folder()
	if err != nil {
		return nil, failure{err}
	}
	return f.join(s, folder)
}

// coordinator has a fleet work for this process. A nil one is none.
type coordinator struct {
	link   *fleet.Link
	client *fleet.Client

	mutex sync.Mutex
	bar   *terminal.Progress // on the screen
}

// fleet is nil if there is none.
func (j *coordinator) fleet() crew.Fleet {
	if j == nil {
		return nil
	}
	return j.client
}

// crew plays games: the fleet's, or this process with so many jobs.
func (j *coordinator) crew(jobs int) arena.Crew {
	if j == nil {
		return run.Crew(jobs)
	}
	return arena.Remote{Fleet: j.client}
}

// say tells people something beside the bar.
func (j *coordinator) say(line string) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	j.bar.Clear()
	notice(line)
}

// show has a bar drawn while nothing else is said.
func (j *coordinator) show(bar *terminal.Progress, draw func()) {
	if j != nil {
		j.mutex.Lock()
		defer j.mutex.Unlock()
		j.bar = bar
	}
	draw()
}

// drawn shows steps on a bar while nothing else is said.
func (j *coordinator) drawn(bar *terminal.Progress) progress.Func {
	return func(step progress.Step) { j.show(bar, func() { bar.Show(step) }) }
}

// leave ends the connection.
func (j *coordinator) leave() {
	if j != nil {
		j.link.Close()
	}
}
