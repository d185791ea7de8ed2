package load

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"gambito/api"
	"gambito/bench"
	"gambito/stats"
)

// Watch is how the cost of watching a run is measured: in turns, each of which is once
// without anybody and once with a page that watches, the order changing with every turn.
type Watch struct {
	Turns int
	Each  time.Duration
}

// randomRun is an experiment of so many random games, which take next to no time each.
func randomRun(name string, games int) string {
	return fmt.Sprintf("name: %s\ngames: [tictactoe]\nagents: [{name: a, spec: random}, {name: b, spec: random}, {name: c, spec: random}, {name: d, spec: random}]\ngames-per-pair: %d\n", name, pairs(games))
}

// pairs is how many games a pair of the four plays, an even number.
func pairs(games int) int { return max(2, (games+11)/12*2) }

// mostWatched is how many games a run has at the most that is watched; another is begun
// before it ends.
const mostWatched = 4_900_000

// watching is a measurement.
type watching struct {
	Watch
	client *client
	begin  func(ctx context.Context, name string) (end func(), err error) // a run that goes on until then
	pids   []int                                                          // whose core time counts
	runs   int                                                            // that were begun

	events, bytes atomic.Int64
}

// name is that of the run that goes on.
func (m *watching) name() string { return fmt.Sprintf("random-%d", m.runs) }

// WatchedHere measures a run that the server plays itself.
func WatchedHere(ctx context.Context, p *Process, w Watch) (api.WatchedRun, error) {
	m := &watching{Watch: w, client: newClient(p.URL), pids: []int{p.command.Process.Pid}}
	defer m.client.close()
	m.begin = func(ctx context.Context, name string) (func(), error) {
		err := m.client.ask(ctx, http.MethodPost, "/api/runs", map[string]any{"yaml": randomRun(name, mostWatched)}, nil)
		return func() { _ = m.client.ask(ctx, http.MethodPost, "/api/runs/"+name+"/stop", nil, nil) }, err // if it has not ended by then
	}
	told, err := m.measure(ctx)
	told.Where = "the server"
	return told, err
}

// WatchedElsewhere measures a run that another process plays, in the data folder of the
// server.
func WatchedElsewhere(ctx context.Context, program string, cores int, p *Process, w Watch) (api.WatchedRun, error) {
	m := &watching{Watch: w, client: newClient(p.URL)}
	defer m.client.close()
	m.begin = func(_ context.Context, name string) (func(), error) {
		file := filepath.Join(p.Data, name+".yaml")
		if err := os.WriteFile(file, []byte(randomRun(name, mostWatched)), 0o644); err != nil {
			return nil, err
		}
		c, err := alone(program, cores, p.Data, "tournament", file, "--quiet", "--jobs", strconv.Itoa(cores))
		if err == nil {
			err = c.Start()
		}
		if err != nil {
			return nil, err
		}
		m.pids = []int{p.command.Process.Pid, c.Process.Pid}
		return func() {
			c.Process.Kill()
			c.Wait()
		}, nil
	}
	told, err := m.measure(ctx)
	told.Where = "another process"
	return told, err
}

// measure measures a run that has been begun.
func (m *watching) measure(ctx context.Context) (told api.WatchedRun, err error) {
	told.Turns, told.Seconds = m.Turns, m.Each.Seconds()
	end := func() {}
	defer func() { end() }()
	played := mostWatched
	var speeds, efforts []float64 // logarithms of ratios
	for turn := range m.Turns {
		if played > mostWatched/2 {
			end()
			m.runs++
			if end, err = m.begin(ctx, m.name()); err != nil {
				end = func() {}
				return told, err
			}
			if err := m.under(ctx); err != nil {
				return told, err
			}
		}
		var seen [2]api.RunSpeed // alone, watched
		for i := range seen {
			which := (turn + i) % 2
			if seen[which], played, err = m.window(ctx, which == 1); err != nil {
				return told, err
			}
		}
		for i, sum := range []*api.RunSpeed{&told.Alone, &told.Watched} {
			sum.Games += seen[i].Games / float64(m.Turns)
			sum.Effort += seen[i].Effort / float64(m.Turns)
		}
		speeds = append(speeds, math.Log(seen[1].Games/seen[0].Games))
		if seen[0].Effort*seen[1].Effort > 0 {
			efforts = append(efforts, math.Log(seen[1].Effort/seen[0].Effort))
		}
	}
	told.Speed = ratioOf(speeds)
	if len(efforts) == m.Turns {
		told.Effort = new(ratioOf(efforts))
	}
	watched := float64(m.Turns) * m.Each.Seconds()
	told.Events, told.Bytes = float64(m.events.Load())/watched, float64(m.bytes.Load())/watched
	return told, nil
}

// under waits until the run is under way, and warm.
func (m *watching) under(ctx context.Context) error {
	for begin := time.Now(); ; {
		line, err := m.line(ctx)
		if err == nil && line.Played > 1000 {
			break
		}
		if time.Since(begin) > startTime {
			return errors.Join(errors.New("the run does not begin"), err)
		}
		pause(ctx, 100*time.Millisecond)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	pause(ctx, 2*time.Second)
	return ctx.Err()
}

// line is what the list of runs says of the run.
func (m *watching) line(ctx context.Context) (line runLine, err error) {
	var list struct{ Runs []runLine }
	if err := m.client.ask(ctx, http.MethodGet, "/api/runs", nil, &list); err != nil {
		return line, err
	}
	for _, r := range list.Runs {
		if r.Name == m.name() {
			return r, nil
		}
	}
	return line, errors.New("the run is not in the list")
}

// runLine is a run in a list.
type runLine struct {
	Name, State, Error string
	Played             int
}

// window measures once, and tells how many games are played by then.
func (m *watching) window(ctx context.Context, watched bool) (speed api.RunSpeed, played int, err error) {
	if watched {
		leave, err := m.watch(ctx)
		if err != nil {
			return speed, 0, err
		}
		defer leave()
	}
	pause(ctx, 300*time.Millisecond) // what went before has an end
	from, err := m.sample(ctx)
	if err != nil {
		return speed, 0, err
	}
	pause(ctx, m.Each)
	to, err := m.sample(ctx)
	switch {
	case err != nil:
		return speed, 0, err
	case ctx.Err() != nil:
		return speed, 0, ctx.Err()
	case to.games == from.games:
		return speed, 0, errors.New("the run stands still, or has ended too soon")
	}
	games := float64(to.games - from.games)
	speed.Games = games / to.at.Sub(from.at).Seconds()
	if cores := to.cores - from.cores; cores > 0 {
		speed.Effort = games / cores
	}
	return speed, to.games, nil
}

// sample is how far things are at a moment.
type sample struct {
	at    time.Time
	games int
	cores float64 // seconds
}

func (m *watching) sample(ctx context.Context) (s sample, err error) {
	line, err := m.line(ctx)
	if err != nil {
		return s, err
	}
	s.at, s.games = time.Now(), line.Played
	for _, pid := range m.pids {
		s.cores += bench.CoreTime(pid)
	}
	return s, nil
}

// watch listens to all that the page of a run listens to, until leave is called. It
// returns when something has come of each.
func (m *watching) watch(ctx context.Context) (leave func(), err error) {
	ctx, cancel := context.WithCancel(ctx)
	var wait, first sync.WaitGroup
	problems := make(chan error, 10)
	for _, path := range []string{"/api/runs/" + m.name() + "/events", "/api/work/events"} {
		first.Add(1)
		wait.Go(func() {
			heard := false
			err := m.client.listen(ctx, path, func() {}, func(_ string, data []byte) bool {
				if !heard {
					heard = true
					first.Done()
				}
				m.events.Add(1)
				m.bytes.Add(int64(len(data)))
				return true
			})
			if !heard {
				problems <- fmt.Errorf("%s tells nothing: %w", path, err)
				first.Done()
			}
		})
	}
	leave = func() {
		cancel()
		wait.Wait()
	}
	first.Wait()
	m.events.Store(m.events.Load() - 2) // those that come at once
	select {
	case err := <-problems:
		leave()
		return nil, err
	default:
		return leave, nil
	}
}

// ratioOf is the geometric mean of two ratios or more, and its interval by Student's
// distribution.
func ratioOf(logs []float64) api.SpeedRatio {
	i, _ := stats.MeanInterval(logs, 0.95)
	return api.SpeedRatio{Ratio: math.Exp(i.Estimate), Low: math.Exp(i.Low), High: math.Exp(i.High)}
}
