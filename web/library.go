package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"gambito/agent"
	"gambito/files"
	"gambito/game"
	"gambito/games"
	"gambito/gdl"
	"gambito/gdl/sheets"
)

// sheetLimits bound what compiling a rulesheet may cost. One that needs more is
// played without being compiled.
var sheetLimits = gdl.Limits{Steps: 50_000_000, Memory: 256 << 20}

// sheetTime is how long compiling may take at most.
const sheetTime = 5 * time.Second

// sheetName is that of a rulesheet which is kept: no name of a file elsewhere is one.
var sheetName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)

// sheetFolder is where rulesheets are kept; "" if nothing is.
func (s *Server) sheetFolder() string {
	if s.options.Data == "" {
		return ""
	}
	return filepath.Join(s.options.Data, "rulesheets")
}

// sheetFile is the file of a rulesheet that is kept.
func (s *Server) sheetFile(name string) (string, error) {
	if !sheetName.MatchString(name) {
		return "", fmt.Errorf("rulesheet %q: a name has up to 40 small letters, digits and hyphens", name)
	}
	folder := s.sheetFolder()
	if folder == "" {
		return "", errors.New("there is no data folder to keep rulesheets in: start gambito serve with --data DIR")
	}
	return filepath.Join(folder, name+".kif"), nil
}

// game makes the game that a spec names: one of the catalogue, gdl:NAME of a rulesheet
// that comes along, or gdl:NAME of one that is kept. It never opens a file that a
// client names.
func (s *Server) game(ctx context.Context, text string) (game.Game, error) {
	name, ofSheet := strings.CutPrefix(text, "gdl:")
	if !ofSheet {
		return s.games.get(text, func() (game.Game, error) { return games.Parse(text) })
	}
	if sheet, ok := sheets.Find(name); ok {
		return s.games.stay(text, func() (game.Game, error) { return s.compiled(ctx, text, sheet.Name, sheet.Text) })
	}
	content, err := s.sheet(name)
	if err != nil {
		return nil, err
	}
	return s.games.get(keptKey(text, content), func() (game.Game, error) { return s.compiled(ctx, text, calledSheet(name, content), content) })
}

// openGame is game, of those in which players see everything: others are played here, and
// that is all.
func (s *Server) openGame(ctx context.Context, text string) (game.Game, error) {
	g, err := s.game(ctx, text)
	if err == nil && game.OfSecrets(g) {
		return nil, unseen(text)
	}
	return g, err
}

// unseen refuses what cannot be done with a game in which players do not see everything.
func unseen(id string) error {
	return fmt.Errorf("players of %s do not see everything: the page plays it, and does nothing else with it", id)
}

// keptKey names the game of a rulesheet that is kept, as it stands now.
func keptKey(spec string, content []byte) string { return spec + "\n" + agent.Digest(content) }

// damagedSheet says that a rulesheet that is kept is not what was written.
type damagedSheet struct{ error }

func (d damagedSheet) Unwrap() error { return d.error }

// sheet is the text of a rulesheet that is kept.
func (s *Server) sheet(name string) ([]byte, error) {
	file, err := s.sheetFile(name)
	if err != nil {
		return nil, err
	}
	info, err := os.Lstat(file)
	if err != nil || !info.Mode().IsRegular() || info.Size() > gdl.MaxBytes {
		return nil, refuse(http.StatusNotFound, "there is no rulesheet %q: it neither comes with gambito nor is it kept here", name)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("the rulesheet %q could not be read", name)
	}
	if content, err = files.UnsealText(content); err != nil {
		return nil, damagedSheet{refuse(http.StatusConflict, "the rulesheet %q is damaged, or its file was changed by hand: remove the line of its checksum, the last, or keep it anew", name)}
	}
	return content, nil
}

// compiled is the game of a rulesheet, within the limits.
func (s *Server) compiled(ctx context.Context, id, name string, text []byte) (g game.Game, err error) {
	compile := func(ctx context.Context) (err error) {
		within, cancel := context.WithTimeout(ctx, sheetTime)
		defer cancel()
		sheet, err := gdl.New(text, gdl.Options{ID: id, Name: name, Limits: sheetLimits, Context: within})
		switch {
		case ctx.Err() != nil: // what came of it is played slowly, because nobody has waited
			return ctx.Err()
		case err != nil:
			return fmt.Errorf("%s: %w", id, err)
		case inCrowd(sheet, sheet.New()):
			return errors.New("the players have too many moves at once to tell them apart")
		}
		g = sheet
		return nil
	}
	if _, inPool := ctx.Value(jobKey{}).(*turn); inPool {
		err = compile(ctx)
		return g, err
	}
	err = s.pool.Do(ctx, clientOf(ctx), compiling, compile)
	return g, err
}

// gameCache keeps the games that were asked for lately.
type gameCache struct {
	mutex sync.Mutex
	kept  []cachedGame         // the one that was asked for last comes last
	came  map[string]game.Game // those of rulesheets that come along
}

type cachedGame struct {
	key  string
	game game.Game
}

// How many games are kept, and of them games of rulesheets that people have written,
// which may take much memory.
const (
	mostGames     = 100
	mostOwnSheets = 16
)

func newGameCache() *gameCache { return &gameCache{came: map[string]game.Game{}} }

// stay is get of a game that is kept for good: the catalogue lists it, and to compile all
// of them again takes longer than anybody should have to wait, whatever else others ask for.
func (c *gameCache) stay(key string, make func() (game.Game, error)) (game.Game, error) {
	c.mutex.Lock()
	g, ok := c.came[key]
	c.mutex.Unlock()
	if ok {
		return g, nil
	}
	g, err := make()
	if err != nil {
		return nil, err
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.came[key] = g
	return g, nil
}

// get is the game of a key, which is made if it is not there.
func (c *gameCache) get(key string, make func() (game.Game, error)) (game.Game, error) {
	if g, ok := c.find(key); ok {
		return g, nil
	}
	g, err := make()
	if err != nil {
		return nil, err
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.kept = append(c.kept, cachedGame{key, g})
	own := func(k cachedGame) bool { return strings.Contains(k.key, "\n") }
	if len(c.kept) > mostGames {
		c.kept = slices.Delete(c.kept, 0, 1)
	}
	if n := len(slices.DeleteFunc(slices.Clone(c.kept), func(k cachedGame) bool { return !own(k) })); n > mostOwnSheets {
		i := slices.IndexFunc(c.kept, own)
		c.kept = slices.Delete(c.kept, i, i+1)
	}
	return g, nil
}

func (c *gameCache) find(key string) (game.Game, bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	i := slices.IndexFunc(c.kept, func(k cachedGame) bool { return k.key == key })
	if i < 0 {
		return nil, false
	}
	found := c.kept[i]
	c.kept = append(slices.Delete(c.kept, i, i+1), found)
	return found.game, true
}

// agent reads an agent spec for a game, for one that sits at a table: its trees and
// tables stay small. Without --trust those that start programs, connect elsewhere or
// read files are refused.
func (s *Server) agent(text string, g game.Game) (agent.Spec, error) {
	spec, err := s.allowed(text)
	if err != nil {
		return agent.Spec{}, err
	}
	spec = seated(spec, g)
	if _, err := spec.For(g); err != nil {
		return agent.Spec{}, err
	}
	return spec, nil
}

// allowed reads an agent spec, if such an agent may be made.
func (s *Server) allowed(text string) (agent.Spec, error) {
	spec, err := s.options.Agents.Parse(text)
	switch {
	case err != nil:
		return agent.Spec{}, err
	case spec.Interactive():
		return agent.Spec{}, fmt.Errorf("agent %q: it must be an agent that thinks for itself", text)
	case s.options.Trust:
		return spec, nil
	case spec.Outside():
		return agent.Spec{}, refuse(http.StatusForbidden, "agent %q: it runs or asks another program, which needs gambito serve --trust", text)
	}
	if names := spec.Files(); len(names) > 0 {
		return agent.Spec{}, refuse(http.StatusForbidden, "agent %q: it reads the file %q, which needs gambito serve --trust", text, names[0])
	}
	return spec, nil
}

// seatMemory is what the tree or the table of an agent that plays may take, in bytes.
const seatMemory = 64 << 20

// memoryOf is what an agent that plays may take while it thinks. One whose work has no
// size to be chosen, as a level's, takes so little that it need not wait for it.
func memoryOf(spec agent.Spec) int64 {
	for _, size := range []string{"sims", "memory", "table", "positions"} {
		if spec.Has(size) {
			return seatMemory
		}
	}
	return 0
}

// seated bounds what an agent that plays may use. A solver has no bound of its own.
func seated(spec agent.Spec, g game.Game) agent.Spec {
	if spec.Has("empties") {
		spec = spec.Preferring("time", "30s")
	}
	return capped(spec, g, seatMemory)
}

// capped bounds the memory and the threads of an agent, whatever its spec says. Games
// that are solved outright, when the agent is made, must be as small as those that take
// a second.
func capped(spec agent.Spec, g game.Game, bytes int64) agent.Spec {
	positions := 200_000.0
	if game.Digest(g) != "" { // rulesheets are played more slowly
		positions = 10_000
	}
	for option, most := range map[string]float64{
		"memory": float64(bytes >> 20), "table": float64(bytes >> 20), "positions": positions,
		"cache": 1 << 18, "batch": 256, "threads": float64(runtime.NumCPU()),
	} {
		spec = spec.Capped(option, most)
	}
	if !spec.Has("memory") { // then simulations are what bounds a tree
		most := treeSimulations(g, bytes)
		if spec = spec.Capped("sims", float64(most)); spec.Given("time") {
			spec = spec.Preferring("sims", strconv.Itoa(most))
		}
	}
	return spec
}

// treeSimulations is how many simulations make a tree of so many bytes at the least.
func treeSimulations(g game.Game, bytes int64) int {
	const edge = 64 // bytes, with what searches keep beside
	return max(1000, int(bytes)/(edge*max(1, g.Info().MaxMoves)))
}
