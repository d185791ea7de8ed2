package load

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"time"

	"gambito/agent"
	"gambito/api"
	"gambito/arena"
	"gambito/bench"
	"gambito/build"
	"gambito/crew"
	"gambito/games"
	"gambito/run"
	"gambito/stats"
	"gambito/store"
)

// Waiting measures how busy workers are that wait so long a unit, in some turns of as
// many units a worker.
func (f *Fleet) Waiting(ctx context.Context, workers int, each time.Duration, units, turns int) (api.FleetWaiting, error) {
	told := api.FleetWaiting{Workers: workers, Each: each.Seconds(), Units: units, Turns: turns}
	if err := f.Lend(ctx, workers); err != nil {
		return told, err
	}
	spec, err := json.Marshal(waitSpec{each})
	if err != nil {
		return told, err
	}
	var shares []float64
	for turn := range turns {
		job := crew.Job{Kind: Wait.Name, Name: numbered("wait", turn), Spec: spec}
		begin := time.Now()
		err := f.Do(ctx, job, func(yield func(int) bool) {
			for unit := range workers * units {
				if !yield(unit) {
					return
				}
			}
		}, func([]crew.Done) error { return nil })
		if err != nil {
			return told, err
		}
		took := time.Since(begin).Seconds()
		told.Seconds += took / float64(turns)
		shares = append(shares, math.Log(each.Seconds()*float64(units)/took))
	}
	told.Busy = ratioOf(shares)
	return told, nil
}

func ratioOf(logs []float64) api.SpeedRatio {
	i, _ := stats.MeanInterval(logs, 0.95)
	return api.SpeedRatio{Ratio: math.Exp(i.Estimate), Low: math.Exp(i.Low), High: math.Exp(i.High)}
}

// Games is a sort of games that is measured: agents of that spec play at a game against
// themselves.
type Games struct {
	Game, Spec string
}

// Turns is how often two things are measured in turn, and how long each.
type Turns struct {
	Turns int
	Each  time.Duration
}

// experiment is so many of the games.
func (g Games) experiment(agents *agent.Registry, name string, count int) (*arena.Experiment, error) {
	found, err := games.Parse(g.Game)
	if err != nil {
		return nil, err
	}
	spec, err := agents.Parse(g.Spec)
	if err != nil {
		return nil, err
	}
	e := &arena.Experiment{
		Name: name, Venues: []arena.Venue{{Game: found}}, Schedule: arena.RoundRobin, Rounds: 1, GamesPerPair: max(2, (count+1)/2*2),
		Entrants: []arena.Entrant{{Name: "one", Spec: spec}, {Name: "other", Spec: spec}},
		Draw:     arena.DrawHalf, Seed: 1, Stop: arena.Stop{Rule: arena.StopFixed},
	}
	return e, e.Check()
}

// pace is how fast games were played.
type pace struct {
	games  int
	took   time.Duration
	effort float64 // seconds of cores
}

func (p pace) speed() float64 { return float64(p.games) / p.took.Seconds() }

// play plays games without keeping them.
func (f *Fleet) play(ctx context.Context, agents *agent.Registry, g Games, count int, who arena.Crew) (p pace, err error) {
	f.number++
	e, err := g.experiment(agents, numbered("games", f.number), count)
	if err != nil {
		return p, err
	}
	before, begin := f.cores(), time.Now()
	err = arena.NewRun(e).Play(ctx, who, func(batch []arena.Record) error {
		p.games += len(batch)
		return nil
	}, func(arena.News) {})
	p.took, p.effort = time.Since(begin), f.cores()-before
	return p, err
}

// calibrated is how many games take so long, if they are played by a crew.
func (f *Fleet) calibrated(ctx context.Context, agents *agent.Registry, g Games, who arena.Crew, each time.Duration) (int, error) {
	count := 16
	for {
		p, err := f.play(ctx, agents, g, count, who)
		if err != nil {
			return 0, err
		}
		if p.took > each/4 || count > 1<<24 {
			return int(p.speed() * each.Seconds()), nil
		}
		count *= 4
	}
}

// Small measures games that take next to no time: by so many workers of one job each, as
// a share of their speed with as many jobs in this process.
func (f *Fleet) Small(ctx context.Context, agents *agent.Registry, g Games, workers int, turns Turns) (api.FleetSpeed, error) {
	told := api.FleetSpeed{Game: g.Game, Agent: g.Spec, Turns: turns.Turns}
	if err := f.Lend(ctx, workers); err != nil {
		return told, err
	}
	local, remote := arena.Local{Jobs: workers, Build: build.This().Version}, arena.Remote{Fleet: f}
	count, err := f.calibrated(ctx, agents, g, local, turns.Each)
	if err != nil {
		return told, err
	}
	err = f.compare(ctx, &told, turns.Turns,
		func() (pace, error) { return f.play(ctx, agents, g, count, local) },
		func() (pace, error) { return f.play(ctx, agents, g, count, remote) })
	return told, err
}

// Pair measures two workers of one job each, as a multiple of the speed of one.
func (f *Fleet) Pair(ctx context.Context, agents *agent.Registry, g Games, turns Turns) (api.FleetSpeed, error) {
	told := api.FleetSpeed{Game: g.Game, Agent: g.Spec, Turns: turns.Turns}
	remote := arena.Remote{Fleet: f}
	count, err := f.calibrated(ctx, agents, g, arena.Local{Jobs: 1, Build: build.This().Version}, turns.Each)
	if err != nil {
		return told, err
	}
	by := func(workers, count int) func() (pace, error) {
		return func() (pace, error) {
			if err := f.Lend(ctx, workers); err != nil {
				return pace{}, err
			}
			return f.play(ctx, agents, g, count, remote)
		}
	}
	err = f.compare(ctx, &told, turns.Turns, by(1, count), by(2, 2*count))
	return told, err
}

// compare measures two things in turn, the order changing with every turn.
func (f *Fleet) compare(ctx context.Context, told *api.FleetSpeed, turns int, first, second func() (pace, error)) error {
	var speeds, efforts []float64 // logarithms of ratios
	for turn := range turns {
		var seen [2]pace
		for i := range seen {
			which := (turn + i) % 2
			var err error
			if seen[which], err = []func() (pace, error){first, second}[which](); err != nil {
				return err
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		told.Reference += seen[0].speed() / float64(turns)
		told.Fleet += seen[1].speed() / float64(turns)
		told.Seconds += seen[1].took.Seconds() / float64(turns)
		speeds = append(speeds, math.Log(seen[1].speed()/seen[0].speed()))
		if seen[0].effort*seen[1].effort > 0 {
			told.Each += seen[0].effort / float64(seen[0].games*turns)
			efforts = append(efforts, math.Log(seen[0].effort/float64(seen[0].games)*float64(seen[1].games)/seen[1].effort))
		}
	}
	told.Speed = ratioOf(speeds)
	if len(efforts) == turns {
		effort := ratioOf(efforts)
		told.Effort = &effort
	}
	return nil
}

// Stored measures how fast this process stores games that so many workers play.
func (f *Fleet) Stored(ctx context.Context, agents *agent.Registry, g Games, workers int, turns Turns) (api.FleetStored, error) {
	told := api.FleetStored{Turns: turns.Turns, Workers: workers}
	if err := f.Lend(ctx, workers); err != nil {
		return told, err
	}
	count, err := f.calibrated(ctx, agents, g, arena.Remote{Fleet: f}, turns.Each)
	if err != nil {
		return told, err
	}
	var speeds, efforts []float64
	for turn := range turns.Turns {
		p, err := f.store(ctx, agents, g, numbered("stored", turn), count)
		if err != nil {
			return told, err
		}
		told.Games, told.Seconds = told.Games+p.games, told.Seconds+p.took.Seconds()
		speeds = append(speeds, math.Log(p.speed()))
		if p.effort > 0 {
			efforts = append(efforts, math.Log(float64(p.games)/p.effort))
		}
	}
	told.Speed = ratioOf(speeds)
	if len(efforts) == turns.Turns {
		effort := ratioOf(efforts)
		told.Effort = &effort
	}
	return told, nil
}

// store plays games as gambito tournament does; the effort is that of this process.
func (f *Fleet) store(ctx context.Context, agents *agent.Registry, g Games, name string, count int) (p pace, err error) {
	e, err := g.experiment(agents, name, count)
	if err != nil {
		return p, err
	}
	folder := filepath.Join(f.folder, name)
	db, err := store.Open(folder)
	if err != nil {
		return p, err
	}
	defer os.RemoveAll(folder)
	defer db.Close()
	before, begin := bench.CoreTime(os.Getpid()), time.Now()
	r, err := run.Begin(db, e, "")
	if err != nil {
		return p, err
	}
	err = r.Play(ctx, arena.Remote{Fleet: f}, func(arena.News) {})
	p = pace{r.Played(), time.Since(begin), bench.CoreTime(os.Getpid()) - before}
	if err == nil && p.games != e.GamesPerPair {
		err = fmt.Errorf("%d of %d games were stored", p.games, e.GamesPerPair)
	}
	if closed := r.Close(); err == nil {
		err = closed
	}
	return p, err
}
