package load

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"gambito/api"
)

// runName is the name of the run that is stored.
const runName = "random"

// Stored makes a store with so many games, has a server begin on it, and measures how
// long a client waits for what it asks.
func Stored(ctx context.Context, program string, cores, games int) (told api.StoredRun, err error) {
	data, err := os.MkdirTemp("", "gambito-load-")
	if err != nil {
		return told, err
	}
	defer os.RemoveAll(data)
	begin := time.Now()
	if err := played(ctx, program, cores, data, games); err != nil {
		return told, err
	}
	told.Making = time.Since(begin).Seconds()
	if about, err := os.Stat(filepath.Join(data, "gambito.db")); err == nil {
		told.Bytes = about.Size()
	}
	begin = time.Now()
	p, err := startIn(program, cores, data)
	if err != nil {
		return told, err
	}
	defer p.Stop()
	m := &reader{client: newClient(p.URL)}
	defer m.client.close()
	if _, err := m.took(ctx, "/api/rulesheets", nil); err != nil {
		return told, err
	}
	told.Start = time.Since(begin).Seconds()
	if err := m.measure(ctx, &told); err != nil {
		return told, err
	}
	told.Server, err = p.End()
	return told, err
}

// played plays a run of random games to its end.
func played(ctx context.Context, program string, cores int, data string, games int) error {
	file := filepath.Join(data, runName+".yaml")
	if err := os.WriteFile(file, []byte(randomRun(runName, games)), 0o644); err != nil {
		return err
	}
	c, err := alone(program, cores, data, "tournament", file, "--quiet", "--jobs", strconv.Itoa(cores))
	if err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { c.Process.Signal(os.Interrupt) })
	defer stop()
	_, err = c.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return fmt.Errorf("the games could not be played: %s", strings.TrimSpace(string(exit.Stderr)))
	}
	return err
}

// reader asks a server for what is stored.
type reader struct{ client *client }

// took is how long an answer takes.
func (m *reader) took(ctx context.Context, path string, answer any) (time.Duration, error) {
	begin := time.Now()
	err := m.client.ask(ctx, http.MethodGet, path, nil, answer)
	return time.Since(begin), err
}

// How often things are asked for.
const (
	manyLists     = 20
	manyStandings = 10
	manyPages     = 200
)

// measure asks for everything.
func (m *reader) measure(ctx context.Context, told *api.StoredRun) error {
	var list struct{ Runs []runLine }
	took, err := m.took(ctx, "/api/runs", &list)
	if err != nil {
		return err
	}
	if told.Open = took.Seconds(); len(list.Runs) != 1 {
		return fmt.Errorf("the server lists %d runs: it must be 1", len(list.Runs))
	}
	told.Games = list.Runs[0].Played
	var lists, standings, pages delays
	for range manyLists {
		took, err := m.took(ctx, "/api/runs", nil)
		if err != nil {
			return err
		}
		lists.add(took)
	}
	for range manyStandings {
		begin := time.Now()
		if err := m.client.listen(ctx, "/api/runs/"+runName+"/events", func() {}, func(string, []byte) bool { return false }); err != nil {
			return err
		}
		standings.add(time.Since(begin))
		pause(ctx, 50*time.Millisecond) // the server has to see that nobody listens
	}
	slowest := time.Duration(0)
	for _, query := range pageQueries(told.Games) {
		var page gamePage
		took, err := m.took(ctx, "/api/runs/"+runName+"/games?"+query, &page)
		if err != nil {
			return err
		}
		if pages.add(took); took > slowest {
			slowest, told.Slowest = took, query
		}
	}
	told.List, told.Standings, told.Pages = lists.told(), standings.told(), pages.told()
	return nil
}

// gamePage is a page of games.
type gamePage struct {
	Games []struct{ Plies int }
}

// pageQueries are pages of all kinds: anywhere in the run, and of what filters leave,
// many games or few.
func pageQueries(games int) (list []string) {
	r := rand.New(rand.NewPCG(1, 2))
	each := pairs(games)
	for len(list) < manyPages {
		q := url.Values{"limit": {"50"}}
		if r.IntN(4) > 0 { // else the first page
			q.Set("after", fmt.Sprintf("0-%d-%d", r.IntN(6), r.IntN(each)))
		}
		switch r.IntN(9) {
		case 0:
			q.Set("first", "a")
		case 1:
			q.Set("first", "c")
			q.Set("second", "b")
		case 2:
			q.Set("result", "draw")
		case 3:
			q.Set("opening", "b2 a1 c3")
		case 4:
			q.Set("round", "1")
			q.Set("reason", "rules")
		case 5: // nobody
			q.Set("reason", "error")
		case 6: // next to nobody
			q.Set("opening", "a1 a2 b1 c1 b2 b3 a3")
			q.Set("result", "draw")
		}
		list = append(list, q.Encode())
	}
	return list
}
