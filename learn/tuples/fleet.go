package tuples

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"gambito/crew"
	"gambito/game"
	"gambito/games"
	"gambito/nn/safetensors"
	"gambito/ntuple"
)

// A fleet plays the games of a batch as a job. The worths travel as a file, chance is of
// the seed and the number of the game, and a game comes back as its moves: what is
// learned from is made of them here again.

// GamesKind is the kind of these jobs.
var GamesKind = crew.Kind{Name: "pattern-games", Open: openGames}

// worthsFile is the name of the worths among a job's files.
const worthsFile = "worths"

// jobSpec is what a worker must know: units are the games from First on.
type jobSpec struct {
	Settings Settings `json:"settings"`
	crew.Range
}

// playAway has a fleet play the next games.
func (r *Run) playAway(ctx context.Context, games []selfGame) error {
	s := jobSpec{r.Settings, crew.Range{First: r.Done, Count: len(games)}}
	s.Settings.Sets = ntuple.FormatSets(r.brain.system.Shape().Sets) // which may have taken long to grow
	file := safetensors.File{Tensors: r.tensors(2)}
	content, err := file.Encode()
	if err != nil {
		return err
	}
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	what := fmt.Sprintf("%s, games from %d on", r.Settings.Game, s.First)
	j := crew.Job{Kind: GamesKind.Name, Name: what, Spec: text, Files: []crew.File{{Name: worthsFile, Content: content}}}
	p := newPlayer(r.brain)
	return s.Have(ctx, r.Fleet, j, func(unit int, data []byte) error {
		return p.replay(&games[unit-s.First], s.Settings, data)
	})
}

// append appends the bytes of a game: how many of its moves are no lessons, and its moves,
// each with a bit that says whether it was tried and, where that is learned from, the bits of
// what the best was worth.
func (g *selfGame) append(to []byte, s Settings) []byte {
	to = binary.AppendUvarint(to, uint64(g.opening))
	for _, m := range g.moves[:g.opening] {
		to = binary.AppendUvarint(to, uint64(m))
	}
	for i, m := range g.moves[g.opening:] {
		l, tried := &g.lessons[i], uint64(0)
		if l.tried {
			tried = 1
		}
		to = binary.AppendUvarint(to, uint64(m)<<1|tried)
		if l.tried && s.Method == Q {
			to = binary.LittleEndian.AppendUint32(to, math.Float32bits(l.best))
		}
	}
	return to
}

var errNoGame = errors.New("it is not a game to learn from")

// replay reads what append wrote, by whomever, and checks it by the rules.
func (p *player) replay(g *selfGame, s Settings, data []byte) error {
	p.begin(g)
	next := func() (uint64, bool) {
		x, n := binary.Uvarint(data)
		if n <= 0 || n > 1 && data[n-1] == 0 { // or written longer than need be
			return 0, false
		}
		data = data[n:]
		return x, true
	}
	opening, ok := next()
	if !ok || opening > uint64(s.Plies) {
		return errNoGame
	}
	for range opening {
		x, ok := next()
		p.moves = p.state.Moves(p.moves[:0])
		if !ok || x > math.MaxUint32 || !slices.Contains(p.moves, game.Move(x)) {
			return errNoGame
		}
		p.open(g, game.Move(x))
	}
	for p.state.Turn() != game.Over {
		x, ok := next()
		l := p.look(g)
		if !ok || x>>1 > math.MaxUint32 || !slices.Contains(p.moves, game.Move(x>>1)) {
			return errNoGame
		}
		if l.tried = x&1 != 0; l.tried && s.Method == Q {
			if len(data) < 4 {
				return errNoGame
			}
			l.best = math.Float32frombits(binary.LittleEndian.Uint32(data))
			if data = data[4:]; !(l.best >= -1 && l.best <= 1) {
				return errNoGame
			}
		}
		p.move(g, l, game.Move(x>>1))
	}
	if len(data) > 0 {
		return errNoGame
	}
	return nil
}

// doer plays games with worths.
type doer struct {
	jobSpec
	brain *brain
	jobs  int

	idle crew.Idle[*seat]
}

// seat is what one goroutine needs to play.
type seat struct {
	*player
	game selfGame
}

// openGames checks a job and makes ready for it.
func openGames(j crew.Job, p crew.Place) (crew.Doer, error) {
	d := &doer{jobs: max(p.Jobs, 1)}
	if err := j.Decode(&d.jobSpec); err != nil {
		return nil, err
	}
	if err := d.Settings.Check(); err != nil {
		return nil, err
	}
	if d.First < 0 || d.First > d.Settings.Games || d.Count < 1 || d.Count > maxBatch {
		return nil, fmt.Errorf("%d games from %d on: there are %d, and at most %d at a time", d.Count, d.First, d.Settings.Games, maxBatch)
	}
	g, err := games.ParseSealed(d.Settings.Game, func(string) ([]byte, error) { return nil, errors.New("rulesheets have no cells") })
	if err != nil {
		return nil, err
	}
	cells, ok := g.(game.Celled)
	if !ok {
		return nil, fmt.Errorf("%s has no cells", d.Settings.Game)
	}
	system, err := d.Settings.system(cells)
	if err != nil {
		return nil, err
	}
	d.brain = newBrain(cells, ntuple.NewWeights(system))
	return d, d.read(j)
}

// read takes the worths of a job.
func (d *doer) read(j crew.Job) error {
	content, err := j.Read(worthsFile)
	if err != nil {
		return err
	}
	f, err := safetensors.Decode(content)
	if err != nil {
		return err
	}
	for stage, worths := range d.brain.weights.Values {
		columns, err := readParts(f, stage, 2, len(worths))
		if err != nil {
			return fmt.Errorf("stage %d: %w", stage, err)
		}
		for i, slot := range columns[0] {
			worths[int(slot)] = columns[1][i]
		}
	}
	return nil
}

func (d *doer) Width() int   { return d.jobs }
func (d *doer) Close() error { return nil }

// Do implements crew.Doer.
func (d *doer) Do(ctx context.Context, unit int) (crew.Result, error) {
	if err := d.Has(unit); err != nil {
		return crew.Result{}, err
	}
	if err := ctx.Err(); err != nil {
		return crew.Result{}, err
	}
	at, err := d.idle.Take(d.seat)
	if err != nil {
		return crew.Result{}, err
	}
	defer d.idle.Give(at)
	at.selfPlay(&at.game, d.Settings, unit)
	return crew.Result{Data: at.game.append(nil, d.Settings)}, nil
}

// Check implements crew.Doer.
func (d *doer) Check(unit int, r crew.Result) error {
	if err := d.Has(unit); err != nil {
		return err
	}
	at, err := d.idle.Take(d.seat)
	if err != nil {
		return err
	}
	defer d.idle.Give(at)
	return at.replay(&at.game, d.Settings, r.Data)
}

func (d *doer) seat() (*seat, error) { return &seat{player: newPlayer(d.brain)}, nil }
