package web

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"gambito/arena"
	"gambito/game"
	"gambito/report"
	"gambito/report/sheet"
	"gambito/run"
	"gambito/stats"
	"gambito/store"
)

// RunFilter is the part of a request that chooses games of a run.
type RunFilter struct {
	Game     string `query:"game" maxLength:"200" doc:"Only this game, by its id."`
	Pairing  int    `query:"pairing" default:"-1" minimum:"-1" maximum:"1000000" doc:"Only this pairing, from 0; -1 for all."`
	Round    int    `query:"round" default:"0" minimum:"0" maximum:"10000000" doc:"Only this round, from 1; 0 for all."`
	First    string `query:"first" maxLength:"200" doc:"Only games in which this agent moves first."`
	Second   string `query:"second" maxLength:"200" doc:"Only games in which this agent moves second."`
	Agent    string `query:"agent" maxLength:"200" doc:"Only games of this agent."`
	Opponent string `query:"opponent" maxLength:"200" doc:"Only games of the agent against this one."`
	Side     string `query:"side" enum:"first,second" doc:"Only games in which the agent moves first, or second."`
	Result   string `query:"result" enum:"win,draw,loss" doc:"Only games that ended so for the agent, or without one for who moves first."`
	Reason   string `query:"reason" maxLength:"40" doc:"Only games that ended for this reason, such as rules."`
	Opening  string `query:"opening" maxLength:"2000" doc:"Only games that begin with these moves."`
}

// of is the filter for a run.
func (f RunFilter) of(ctx context.Context, s *Server, settings arena.Settings) (chosen arena.Filter, err error) {
	if f.Game != "" {
		i := slices.IndexFunc(settings.Games, func(g arena.GameSettings) bool { return g.ID == f.Game })
		if i < 0 {
			return chosen, refuse(http.StatusBadRequest, "game %q: the run has no such game", f.Game)
		}
		chosen.Game = &i
	}
	if f.Pairing >= 0 {
		chosen.Pairing = &f.Pairing
	}
	if f.Round > settings.Rounds {
		return chosen, refuse(http.StatusBadRequest, "round %d: it must be from 1 to %d", f.Round, settings.Rounds)
	}
	if f.Round > 0 {
		round := f.Round - 1
		chosen.Round = &round
	}
	agent, opponent, side := f.Agent, f.Opponent, f.Side
	switch {
	case agent != "" || f.First == "" && f.Second == "":
	case f.First != "":
		agent, opponent, side = f.First, f.Second, "first"
	default:
		agent, side = f.Second, "second"
	}
	if chosen.Agent, err = runAgent(settings, agent); err != nil {
		return chosen, err
	}
	if chosen.Opponent, err = runAgent(settings, opponent); err != nil {
		return chosen, err
	}
	if side != "" {
		seat := slices.Index([]string{"first", "second"}, side)
		chosen.Side = &seat
	}
	chosen.Result, chosen.Reason = arena.Outcome(f.Result), arena.Reason(f.Reason)
	if f.Opening != "" {
		chosen.Opening = s.runOpening(ctx, settings, chosen.Game, f.Opening)
	}
	return chosen, chosen.Check(settings)
}

// runAgent is the number of an agent, nil if none is named.
func runAgent(s arena.Settings, name string) (*int, error) {
	if name == "" {
		return nil, nil
	}
	i := slices.IndexFunc(s.Agents, func(a arena.AgentSettings) bool { return a.Name == name })
	if i < 0 {
		return nil, refuse(http.StatusBadRequest, "agent %q: the run has no such agent", name)
	}
	return &i, nil
}

// runOpening writes moves as records of the run do, if it is known of which game they
// are; else they are looked for as they were sent.
func (s *Server) runOpening(ctx context.Context, settings arena.Settings, of *int, moves string) string {
	moves = strings.Join(strings.Fields(moves), " ")
	at := 0
	if of != nil {
		at = *of
	} else if len(settings.Games) > 1 {
		return moves
	}
	p, err := s.find(ctx, Place{Game: settings.Games[at].ID, Moves: moves})
	if err != nil {
		return moves
	}
	return game.FormatLine(p.game, p.start, p.moves)
}

// RunEvent is what a run says so far.
type RunEvent struct {
	RunLine
	Counted    int             `json:"counted" doc:"Games that are counted in what follows: those that the filter chooses, as they were a moment ago."`
	Summary    report.Summary  `json:"summary" doc:"Standings, ratings and tests."`
	Cross      []RunCross      `json:"cross" doc:"Who did what against whom, at all games together and at each if there are several."`
	Sequential *RunSequential  `json:"sequential,omitempty" doc:"What the sequential test says, if the run has one."`
	Figures    []report.Figure `json:"figures" doc:"Charts."`
	Tables     []RunTable      `json:"tables" doc:"Tables."`
}

// RunCross is who did what against whom.
type RunCross struct {
	Game  string       `json:"game" doc:"Id of the game; empty for all together."`
	Cells [][]*RunCell `json:"cells" doc:"By agent and opponent, in the order of the agents; null where an agent would meet itself."`
}

// RunCell is what an agent did against another.
type RunCell struct {
	AsFirst  stats.Results `json:"as_first" doc:"Where it moved first."`
	AsSecond stats.Results `json:"as_second" doc:"Where it moved second."`
}

// RunTable is a table of a run.
type RunTable struct {
	Name  string      `json:"name" doc:"Name of its file, without ending."`
	Sheet sheet.Sheet `json:"sheet" doc:"The table."`
}

// RunSequential is what a sequential test says.
type RunSequential struct {
	Rule    arena.StopRule `json:"rule" doc:"sprt, width or decided."`
	LLR     float64        `json:"llr" doc:"Of sprt: logarithm of the likelihood ratio."`
	Lower   float64        `json:"lower" doc:"Of sprt: where the first hypothesis is accepted."`
	Upper   float64        `json:"upper" doc:"Of sprt: where the second is."`
	Elo0    float64        `json:"elo0" doc:"Of sprt: the first hypothesis."`
	Elo1    float64        `json:"elo1" doc:"Of sprt: the second."`
	Width   float64        `json:"width" doc:"Of width: how narrow the interval of the score must be."`
	Games   int            `json:"games" doc:"Of decided: how many games must have a winner."`
	Verdict arena.Verdict  `json:"verdict" doc:"What the pairs of games say."`
}

// runLook is what pages that watch a run with the same filter see.
type runLook struct {
	desk   *runDesk
	name   string
	filter arena.Filter

	// what was seen last, and by which games
	games     int
	finished  bool
	standings *arena.Standings
	live      *arena.Standings // those of the run in memory that they were chosen from
	event     RunEvent
	next      time.Time // when games may be counted again
}

// countShare is how many times as long as it has taken to count games none are counted
// after it: watching may cost a run a few percent of its time at the most.
const countShare = 25

// runEvents lets a page watch a run.
func (s *Server) runEvents(ctx context.Context, in *struct {
	RunNamed
	RunFilter
}) (func(context.Context, *events) error, error) {
	_, info, err := s.runs.find(in.Name)
	if err != nil {
		return nil, err
	}
	filter, err := in.RunFilter.of(ctx, s, info.Settings)
	if err != nil {
		return nil, err
	}
	key := runHubKey{in.Name, "all", string(wordsOf(ctx).Language())}
	if !filter.All() {
		key.filter = fmt.Sprintf("%+v", in.RunFilter)
	}
	return s.runs.watching(ctx, key, "run", (&runLook{desk: s.runs, name: in.Name, filter: filter}).look), nil
}

// look sees what has changed, and makes nothing anew that has not.
func (l *runLook) look(ctx context.Context) (any, error) {
	db, info, err := l.desk.find(l.name)
	if err != nil {
		return nil, err
	}
	standings, err := l.count(ctx, db, info)
	if err != nil {
		return nil, runRefusal(err)
	}
	if standings != l.standings {
		l.standings, l.event = standings, newRunEvent(standings)
	}
	l.event.RunLine = l.desk.line(ctx, db, info, time.Now())
	return l.event, nil
}

// count is what there is to see: of a run that this server plays without looking at what
// is stored.
func (l *runLook) count(ctx context.Context, db *store.Store, info store.Info) (*arena.Standings, error) {
	if live := l.desk.playing(l.name); live != nil && l.filter.ByCounts() {
		all := live.standings()
		if l.standings != nil && l.live == all {
			return l.standings, nil
		}
		if chosen, ok := all.Filtered(l.filter); ok {
			l.games, l.live = -1, all // what is stored is counted once it has ended
			return chosen, nil
		}
	}
	l.live = nil
	finished := info.Finished != nil
	if l.standings != nil && l.games == info.Games && l.finished == finished {
		return l.standings, nil
	}
	begin := time.Now()
	if l.standings != nil && !finished && begin.Before(l.next) {
		return l.standings, nil
	}
	counted, games, err := l.stored(ctx, db, info)
	if err == nil {
		l.games, l.finished, l.next = games, finished, time.Now().Add(countShare*time.Since(begin))
	}
	return counted, err
}

// stored counts what is stored, and says of how many games that is: what another process
// plays may be counted a moment later.
func (l *runLook) stored(ctx context.Context, db *store.Store, info store.Info) (*arena.Standings, int, error) {
	if l.filter.ByCounts() {
		all, err := run.Standings(ctx, db, info)
		if err == nil && l.filter == (arena.Filter{}) {
			err = run.AddMachines(ctx, db, info, all)
		}
		if err != nil {
			return nil, 0, err
		}
		if chosen, ok := all.Filtered(l.filter); ok {
			return chosen, all.Games, nil
		}
	}
	counted, err := run.Filtered(ctx, db, info, l.filter)
	return counted, info.Games, err
}

// newRunEvent is what standings say.
func newRunEvent(s *arena.Standings) RunEvent {
	sum := report.Summarize(s)
	e := RunEvent{Counted: s.Games, Summary: sum, Figures: report.Figures(s, sum), Tables: []RunTable{}, Cross: []RunCross{runCross(s, "", indexes(len(s.Sides))...)}}
	if len(s.Sides) > 1 {
		for g, settings := range s.Settings.Games {
			e.Cross = append(e.Cross, runCross(s, settings.ID, g))
		}
	}
	for _, one := range report.Sheets(s, sum) {
		e.Tables = append(e.Tables, RunTable{one.Name, one})
	}
	if stop := s.Settings.Stop; sum.Verdict != nil {
		e.Sequential = &RunSequential{Rule: stop.Rule, LLR: sum.Verdict.LLR, Elo0: stop.SPRT.Elo0, Elo1: stop.SPRT.Elo1, Width: stop.Width, Games: stop.Games, Verdict: *sum.Verdict}
		if stop.Rule == arena.StopSPRT {
			e.Sequential.Lower, e.Sequential.Upper = stop.SPRT.Bounds()
		}
	}
	return e
}

func indexes(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// runCross adds up the meetings at some games.
func runCross(s *arena.Standings, name string, games ...int) RunCross {
	n := len(s.Settings.Agents)
	c := RunCross{name, make([][]*RunCell, n)}
	for i := range n {
		c.Cells[i] = make([]*RunCell, n)
		for j := range n {
			if i == j {
				continue
			}
			cell := &RunCell{}
			for _, g := range games {
				cell.AsFirst = cell.AsFirst.Plus(s.Sides[g][i][j])
				cell.AsSecond = cell.AsSecond.Plus(s.Sides[g][j][i].Reverse())
			}
			c.Cells[i][j] = cell
		}
	}
	return c
}
