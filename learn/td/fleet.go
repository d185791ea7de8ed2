package td

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"gambito/crew"
	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/bearoff"
	"gambito/games/backgammon/networks"
)

// A fleet plays for a run: the games of a batch are a job, and so are those of a
// measurement. The networks travel as a file, dice are of the seed and the number of the
// game, and what a game teaches comes back bit by bit: the boards, of which the inputs
// are made here again, and the targets.

// Kinds of jobs.
var (
	GamesKind = crew.Kind{Name: "td-games", Open: openGames}
	DuelsKind = crew.Kind{Name: "td-duels", Open: openDuels}
)

// networksFile is the name of the networks among a job's files.
const networksFile = "networks"

// jobSpec is what a worker must know: units are the games, or the pairs of games, from
// First on.
type jobSpec struct {
	Settings Settings `json:"settings"`
	crew.Range
}

// away has a fleet do a job with networks, and hands over each unit as it comes, once.
func (r *Run) away(ctx context.Context, k crew.Kind, what string, m *networks.Model, s jobSpec, done func(unit int, data []byte) error) error {
	content, err := m.Encode(nil)
	if err != nil {
		return err
	}
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	j := crew.Job{Kind: k.Name, Name: what, Spec: text, Files: []crew.File{{Name: networksFile, Content: content}}}
	return s.Have(ctx, r.Fleet, j, done)
}

// playAway has a fleet play games with networks, the first of which has this number.
func (r *Run) playAway(ctx context.Context, m *networks.Model, games []selfGame, first int) error {
	what := fmt.Sprintf("backgammon, games from %d on", first)
	return r.away(ctx, GamesKind, what, m, jobSpec{r.Settings, crew.Range{First: first, Count: len(games)}}, func(unit int, data []byte) error {
		games[unit-first].thesis = r.Settings.Thesis
		return games[unit-first].read(data)
	})
}

// measureAway has a fleet play pairs of games against Pubeval.
func (r *Run) measureAway(ctx context.Context, results []pair) error {
	what := fmt.Sprintf("backgammon, measured after %d games", r.Done)
	return r.away(ctx, DuelsKind, what, r.Model, jobSpec{r.Settings, crew.Range{Count: len(results)}}, func(unit int, data []byte) (err error) {
		results[unit], err = readPair(data)
		return err
	})
}

// A lesson is written as the men of both sides on points 1 to 24 and the bar, half a
// byte each, who is about to roll, and the bits of the targets.
const (
	boardBytes  = backgammon.Bar // of two sides
	lessonBytes = boardBytes + 1 + 4*5
)

// append appends the bytes of what a game teaches.
func (g *selfGame) append(to []byte) []byte {
	for i := range g.lessons[:g.count] {
		l := &g.lessons[i]
		for k := 1; k <= backgammon.Bar; k++ {
			to = append(to, l.board[0][k]<<4|l.board[1][k])
		}
		to = append(to, byte(l.player))
		for _, x := range l.target {
			to = binary.LittleEndian.AppendUint32(to, math.Float32bits(x))
		}
	}
	return to
}

var errNoGame = errors.New("it is not what a game teaches")

// read reads what append wrote, by whomever.
func (g *selfGame) read(data []byte) error {
	if err := checkGame(data); err != nil {
		return err
	}
	g.count = 0
	for part := range slices.Chunk(data, lessonBytes) {
		if g.count == len(g.lessons) {
			g.lessons = append(g.lessons, lesson{})
		}
		l := &g.lessons[g.count]
		g.count++
		l.read(part)
		l.encode(g.thesis)
	}
	return nil
}

// checkGame says why bytes cannot be what a game teaches.
func checkGame(data []byte) error {
	if len(data)%lessonBytes != 0 || len(data) > maxTurns*lessonBytes {
		return errNoGame
	}
	var l lesson
	for part := range slices.Chunk(data, lessonBytes) {
		if err := l.read(part); err != nil {
			return err
		}
	}
	return nil
}

// read reads a lesson, but for the inputs, which are made of it.
func (l *lesson) read(data []byte) (err error) {
	var men [2][26]uint8
	for k := 1; k <= backgammon.Bar; k++ {
		men[0][k], men[1][k] = data[k-1]>>4, data[k-1]&15
	}
	if l.board, err = backgammon.NewBoard(men); err != nil {
		return err
	}
	l.player = game.Player(data[boardBytes])
	if networks.Classify(&l.board) >= networks.Networks || data[boardBytes] > 1 {
		return errNoGame
	}
	for i := range l.target {
		l.target[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[boardBytes+1+4*i:]))
		if !(l.target[i] > -0.01 && l.target[i] < 1.01) { // a chance, rounded
			return errNoGame
		}
	}
	return nil
}

// mostPoints is what a game can count.
const mostPoints = 3

// readPair reads the points of two games.
func readPair(data []byte) (p pair, err error) {
	if len(data) != len(p) {
		return p, errNoGame
	}
	for i, x := range data {
		if p[i] = int(int8(x)); p[i] == 0 || p[i] > mostPoints || p[i] < -mostPoints {
			return p, errNoGame
		}
	}
	return p, nil
}

// doer does units with networks.
type doer struct {
	jobSpec
	model  *networks.Model
	folder string // of tables
	jobs   int
	width  int // of a player's list of turns
	do     func(at *seat, unit int) []byte
	check  func(data []byte) error

	idle crew.Idle[*seat]
}

// seat is what one goroutine needs to play.
type seat struct {
	*player
	game selfGame
}

// open checks a job and makes ready for it.
func open(j crew.Job, p crew.Place, most int) (*doer, error) {
	d := &doer{jobs: max(p.Jobs, 1), folder: p.Folder}
	if err := j.Decode(&d.jobSpec); err != nil {
		return nil, err
	}
	if err := d.Settings.Check(); err != nil {
		return nil, err
	}
	if d.First < 0 || d.First > d.Settings.Games || d.Count < 1 || d.Count > most {
		return nil, fmt.Errorf("%d games from %d on: there are %d, and at most %d at a time", d.Count, d.First, d.Settings.Games, most)
	}
	content, err := j.Read(networksFile)
	if err == nil {
		d.model, _, err = networks.Decode(content)
	}
	if err != nil {
		return nil, err
	}
	return d, nil
}

// tablesIn has the tables of folders that were asked for, as functions that read or make
// them once: every batch is a job of its own, and nobody changes tables.
var tablesIn sync.Map

// tables are those of the ends of games.
func (d *doer) tables() *bearoff.Tables {
	get, _ := tablesIn.LoadOrStore(d.folder, sync.OnceValue(func() *bearoff.Tables {
		t, _ := bearoff.In(d.folder) // tables that cannot be kept are made again by the next process
		return t
	}))
	return get.(func() *bearoff.Tables)()
}

// openGames makes ready for games to learn from.
func openGames(j crew.Job, p crew.Place) (crew.Doer, error) {
	d, err := open(j, p, maxBatch)
	if err != nil {
		return nil, err
	}
	d.width = d.Settings.Replies
	d.do = func(at *seat, unit int) []byte {
		at.play(&at.game, rand.New(rand.NewPCG(d.Settings.Seed, uint64(unit))), d.Settings)
		return at.game.append(nil)
	}
	d.check = checkGame
	return d, nil
}

// maxPairs is how many pairs of games measure at most.
const maxPairs = math.MaxInt32

// openDuels makes ready for pairs of games against Pubeval.
func openDuels(j crew.Job, p crew.Place) (crew.Doer, error) {
	d, err := open(j, p, maxPairs)
	if err != nil {
		return nil, err
	}
	d.do = func(at *seat, unit int) []byte {
		points := (&duel{player: at.player}).pair(d.Settings.Seed, unit)
		return []byte{byte(int8(points[0])), byte(int8(points[1]))}
	}
	d.check = func(data []byte) error {
		_, err := readPair(data)
		return err
	}
	return d, nil
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
	at, err := d.idle.Take(func() (*seat, error) {
		return &seat{player: newPlayer(d.model, d.tables(), d.width)}, nil
	})
	if err != nil {
		return crew.Result{}, err
	}
	defer d.idle.Give(at)
	return crew.Result{Data: d.do(at, unit)}, nil
}

// Check implements crew.Doer.
func (d *doer) Check(unit int, r crew.Result) error {
	if err := d.Has(unit); err != nil {
		return err
	}
	return d.check(r.Data)
}
