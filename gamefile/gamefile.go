// Package gamefile reads and writes games in files: gambito's own records and
// those of other programs.
//
//	.json, .jsonl  records as gambito writes them, one or many
//	.mat           backgammon, as Jellyfish and GNU Backgammon write it
//	.ggf           Othello, the Generic Game Format of the server GGS
//	.txt           Othello, transcripts such as f5d6c3, one a line
//	.wtb           Othello, the database WTHOR of the French federation; read only
//
// What a file holds is found by its content; the ending of its name decides where
// the content does not tell, and how games are written. All moves are checked
// against the rules. An error is one line with the name of the file and where in it
// something is wrong.
package gamefile

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gambito/arena"
	"gambito/files"
	"gambito/game"
	"gambito/games"
)

// Game is one game of a file, whose moves are legal.
type Game struct {
	Game   game.Game
	Record arena.Record // names, result and reason; where a file tells no agents, they are people
	Start  game.State
	Moves  []game.Move
	Line   int // where it begins in the file, from 1; 0 in files without lines
}

// What files are bounded by.
const (
	maxGames = 50_000  // of a file
	maxLine  = 1 << 20 // bytes of the moves of a game
	maxText  = 200     // letters of a name, a date and the like
)

// Person is the spec of a player of whom a file tells no more than the name.
const Person = "human"

// Kind is a kind of file.
type Kind struct {
	Name    string
	Endings []string // of the names of files, the first one the usual
	About   string

	fits  func(content []byte) bool
	parse func(r *reader) error
	write func(games []Game) ([]byte, error) // nil of what is only read
}

// Kinds are all there are. The order is that in which a content is tried.
var Kinds = []Kind{
	{
		Name: "WTHOR", Endings: []string{".wtb"}, About: "the database of the French Othello federation, with the names in .jou and .trn files beside it; read only",
		fits: isWTHOR, parse: parseWTHOR,
	},
	{
		Name: "record", Endings: []string{".json", ".jsonl"}, About: "records of any game as gambito writes them, one or one a line",
		fits: isJSON, parse: parseJSON, write: formatJSON,
	},
	{
		Name: "GGF", Endings: []string{".ggf"}, About: "games of Othello, the Generic Game Format",
		fits: isGGF, parse: parseGGF, write: formatGGF,
	},
	{
		Name: "mat", Endings: []string{".mat"}, About: "a match of backgammon, or single games as a session for money, as Jellyfish writes them",
		fits: isMat, parse: parseMat, write: formatMat,
	},
	{
		Name: "transcript", Endings: []string{".txt"}, About: "games of Othello as their moves, such as f5d6c3, one a line",
		fits: isTranscript, parse: parseTranscripts, write: formatTranscripts,
	},
}

// Of is the kind of file that the ending of a name tells, nil if it tells none.
func Of(name string) *Kind {
	ending := strings.ToLower(filepath.Ext(name))
	for i := range Kinds {
		if slices.Contains(Kinds[i].Endings, ending) {
			return &Kinds[i]
		}
	}
	return nil
}

// Writes reports what is wrong with writing games of g to a file of that name, nil
// if it can be done.
func Writes(name string, g game.Game) error {
	f := Of(name)
	switch {
	case f == nil:
		return fmt.Errorf("%s: its ending tells no format: %s are written", name, endings(true))
	case f.write == nil:
		return fmt.Errorf("%s: such files are only read: %s are written", name, endings(true))
	}
	_, err := f.write([]Game{{Game: g, Start: g.New(), Record: emptyRecord(g)}})
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// Endings are those of the names of files that games of g can be written to, the usual
// of each kind, the one that takes every game first.
func Endings(g game.Game) (list []string) {
	for _, kind := range Kinds {
		if ending := kind.Endings[0]; Writes("game"+ending, g) == nil {
			list = append(list, ending)
		}
	}
	return list
}

// emptyRecord is that of a game of which nothing was played.
func emptyRecord(g game.Game) arena.Record {
	r := arena.Record{Game: g.Info().ID, Reason: arena.Unfinished}
	for seat := range g.Info().Players() {
		r.Agents, r.Seats = append(r.Agents, Person), append(r.Seats, seat)
	}
	return r
}

// endings lists those of all formats, or of those that are written.
func endings(written bool) string {
	var list []string
	for _, f := range Kinds {
		if !written || f.write != nil {
			list = append(list, f.Endings...)
		}
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// Read reads the games of a file, at least one.
func Read(name string) ([]Game, error) {
	content, err := files.Read(name)
	if err != nil {
		return nil, err
	}
	return Parse(name, content)
}

// Parse reads the content of a file of that name.
func Parse(name string, content []byte) ([]Game, error) {
	return parse(&reader{name: name, content: content, make: games.Parse, most: maxGames})
}

// ParseSent reads a content that somebody has sent, under whatever name. No file is
// opened: games are those that rules makes of their specs. More than most of them are
// refused.
func ParseSent(name string, content []byte, most int, rules func(spec string) (game.Game, error)) ([]Game, error) {
	return parse(&reader{name: name, content: content, make: rules, most: most, sent: true})
}

func parse(r *reader) ([]Game, error) {
	name := r.name
	r.content = bytes.TrimPrefix(r.content, []byte("\ufeff"))
	f := kindOf(name, r.content)
	if f == nil {
		return nil, fmt.Errorf("%s: it is no file of games that gambito reads: those are %s", name, endings(false))
	}
	err := f.parse(r)
	if err == nil && len(r.games) == 0 {
		err = errors.New("there is no game in it")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return r.games, nil
}

// kindOf finds the kind of a content. Where it looks like none, the name of the
// file tells by whose rules it is wrong.
func kindOf(name string, content []byte) *Kind {
	for i := range Kinds {
		if Kinds[i].fits(content) {
			return &Kinds[i]
		}
	}
	return Of(name)
}

// reader is a file in the making.
type reader struct {
	name    string
	content []byte
	games   []Game
	make    func(spec string) (game.Game, error)
	rules   map[string]game.Game // by spec: rulesheets are costly to read
	most    int                  // games that are read
	sent    bool                 // there is no file, and none beside it

	line, counted int // lines before an offset, counted so far
}

// add takes a record that begins in a line and checks it.
func (r *reader) add(record arena.Record, line int) error {
	g, err := r.game(record.Game)
	if err != nil {
		return err
	}
	checked, err := From(g, record)
	if err != nil {
		return err
	}
	if len(r.games) == r.most {
		return fmt.Errorf("it holds more than the %d games that are read", r.most)
	}
	checked.Line = line
	r.games = append(r.games, checked)
	return nil
}

// game makes the game of a spec, once.
func (r *reader) game(text string) (game.Game, error) {
	if g, ok := r.rules[text]; ok {
		return g, nil
	}
	g, err := r.make(text)
	if err != nil {
		return nil, err
	}
	if r.rules == nil {
		r.rules = map[string]game.Game{}
	}
	r.rules[text] = g
	return g, nil
}

// From checks a record against the rules of its game. Its moves are written anew,
// as the game writes them.
func From(g game.Game, record arena.Record) (Game, error) {
	if len(record.Moves) > maxLine {
		return Game{}, fmt.Errorf("its moves have %d bytes; at most %d are read", len(record.Moves), maxLine)
	}
	start, moves, err := record.Replay(g)
	if err != nil {
		return Game{}, err
	}
	record.Moves = game.FormatLine(g, start, moves)
	record.Names = slices.Clone(record.Names)
	for i := range record.Names {
		record.Names[i] = oneLine(record.Names[i])
	}
	record.Date, record.Event = oneLine(record.Date), oneLine(record.Event)
	return Game{Game: g, Record: record, Start: start, Moves: moves}, nil
}

// finish writes who won into a record of moves that lead to a final position, and
// why: by the rules if the game is over there, or else by a fault, if there is any.
func finish(r *arena.Record, final game.State, fault *arena.Fault) {
	players := len(r.Agents)
	switch {
	case final.Turn() == game.Over:
		r.Reason, r.Result = arena.ByTheRules, arena.Scores(final, players)
	case fault != nil:
		r.Reason, r.Faults = fault.Reason, []arena.Fault{*fault}
		r.Result = arena.Forfeited(final, players, r.Faults)
	default:
		r.Reason = arena.Unfinished
	}
}

// Players are the names of the players by seat, fit to be shown: those that the
// record tells, or else the agents.
func (g *Game) Players() []string {
	names := slices.Clone(g.Record.Agents)
	if len(g.Record.Names) == len(names) {
		copy(names, g.Record.Names)
	}
	for i := range names {
		names[i] = oneLine(names[i])
	}
	return names
}

// Format writes games as the ending of a name tells.
func Format(name string, games []Game) ([]byte, error) {
	f := Of(name)
	if f == nil || f.write == nil {
		return nil, fmt.Errorf("%s: its ending must be one of %s", name, endings(true))
	}
	content, err := f.write(games)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return content, nil
}

// Save writes games to a file, as the ending of its name tells. A file that is there
// is replaced.
func Save(name string, games []Game) error {
	content, err := Format(name, games)
	if err != nil {
		return err
	}
	return files.Replace(name, content)
}

// at puts the number of a line before an error.
func at(line int, err error) error { return fmt.Errorf("line %d: %w", line, err) }

// oneLine makes a text of a file fit for a line: without control characters, which a
// terminal might obey, and not too long. Where it
// is not UTF-8 every byte is a letter of Latin-1, as older programs write them.
func oneLine(text string) string {
	if !utf8.ValidString(text) {
		letters := make([]rune, len(text))
		for i := range len(text) {
			letters[i] = rune(text[i])
		}
		text = string(letters)
	}
	text = strings.Join(strings.FieldsFunc(text, unicode.IsControl), " ")
	if letters := []rune(text); len(letters) > maxText {
		return string(letters[:maxText-1]) + "…"
	}
	return text
}
