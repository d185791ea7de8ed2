package api

import (
	"gambito/agent"
	"gambito/game"
	"gambito/words"
)

// Worth is what a position or a move is worth to a player.
type Worth struct {
	Value   *float64       `json:"value" doc:"Expected score, from -1, a loss, to 1, a win, or as many points as can be won; null if nobody tells."`
	Bound   string         `json:"bound,omitempty" enum:"at most,at least" doc:"How the value is meant if it is a bound only: at most or at least."`
	Proven  bool           `json:"proven,omitempty" doc:"Whether perfect play comes to that value."`
	Plies   int            `json:"plies,omitempty" doc:"Plies until the end, if the value is proven and they are known: the winner hurries and the loser delays."`
	Unit    game.Unit      `json:"unit,omitempty" doc:"What people count in the game: discs ahead at the end, stones (7 for a win with the 7th last one), points of 100, or equity."`
	Count   *float64       `json:"count,omitempty" doc:"The result expected in that unit; what the player is behind is negative."`
	Chances []agent.Chance `json:"chances,omitempty" doc:"How likely the game is to end with which score."`
	Words   string         `json:"words,omitempty" doc:"The same told in a sentence."`
}

// NewWorth puts a value to a player, called by its role, into words.
func NewWorth(w words.Words, role string, v agent.Value) Worth {
	if !v.Known {
		return Worth{}
	}
	r := Worth{Value: &v.Score, Proven: v.Proven, Plies: v.Plies, Chances: v.Chances, Words: w.Value(role, v)}
	switch v.Bound {
	case agent.AtMost:
		r.Bound = "at most"
	case agent.AtLeast:
		r.Bound = "at least"
	}
	if v.Unit != "" {
		r.Unit, r.Count = v.Unit, &v.Count
	}
	return r
}

// Analysis is what an agent thinks of a position.
type Analysis struct {
	Game     string `json:"game" doc:"Game spec."`
	Position string `json:"position" doc:"The position, as the game writes it."`
	Agent    string `json:"agent" doc:"Agent spec of who was asked."`
	Player   string `json:"player" doc:"Who is to move."`
	Move     string `json:"move" doc:"The move it would make."`
	Worth
	PV          []string       `json:"pv" doc:"The moves it expects, its own first."`
	Moves       []AnalysedMove `json:"moves,omitempty" doc:"The moves it tells of, the most promising first."`
	Simulations int            `json:"simulations,omitempty" doc:"Playouts or evaluations of a tree search."`
	Nodes       int            `json:"nodes,omitempty" doc:"Positions visited."`
	Depth       int            `json:"depth,omitempty" doc:"Plies looked ahead."`
	Bytes       int            `json:"bytes,omitempty" doc:"Memory that the tree takes, in bytes."`
	Seconds     float64        `json:"seconds" doc:"Time that the agent took, in seconds."`
	Adapted     []Adapted      `json:"adapted,omitempty" doc:"Options of which the agent chose values while it searched."`
}

// Adapted is an option of which an agent chose values while it searched.
type Adapted struct {
	Option string         `json:"option" doc:"Name of the option."`
	Value  string         `json:"value" doc:"The value that it has settled on so far; empty before anything was seen."`
	Values []AdaptedValue `json:"values" doc:"All values that were tried."`
}

// AdaptedValue is what an agent saw of a value of an option.
type AdaptedValue struct {
	Value       string   `json:"value" doc:"The value, as specs write it."`
	Simulations int      `json:"simulations" doc:"Simulations with it."`
	Reward      *float64 `json:"reward" doc:"What these came to in the mean, from 0, all lost, to 1; null without simulations."`
}

// newAdapted are the options of which an agent chose values.
func newAdapted(found []agent.Adapted) (list []Adapted) {
	for _, a := range found {
		r := Adapted{Option: a.Option, Value: a.Value, Values: []AdaptedValue{}}
		for _, v := range a.Values {
			value := AdaptedValue{Value: v.Value, Simulations: v.Simulations}
			if v.Simulations > 0 {
				value.Reward = &v.Reward
			}
			r.Values = append(r.Values, value)
		}
		list = append(list, r)
	}
	return list
}

// AnalysedMove is what an agent found out about a move.
type AnalysedMove struct {
	Move string `json:"move" doc:"The move, as the game writes it."`
	Worth
	PV     []string `json:"pv,omitempty" doc:"The moves expected, this one first."`
	Visits int      `json:"visits,omitempty" doc:"How often a tree search tried it."`
	Low    *float64 `json:"low,omitempty" doc:"Lower end of the 95 % interval of the value, which takes visits for independent."`
	High   *float64 `json:"high,omitempty" doc:"Upper end of that interval."`
	Prior  float64  `json:"prior,omitempty" doc:"How likely a network took the move to be before the search, from 0 to 1."`
}

// NewAnalysis puts what an agent found for a seat in a position into words.
func NewAnalysis(w words.Words, g game.Game, at game.State, seat game.Player, who string, found agent.Analysis) Analysis {
	role := g.Info().Roles[seat]
	r := Analysis{
		Game: g.Info().ID, Position: g.FormatPosition(at), Agent: who, Player: role,
		Move:  game.FormatMoveFor(g, at, seat, found.Move),
		Worth: NewWorth(w, role, found.Value), PV: lineOf(g, at, seat, found.Move, found.PV),
		Simulations: found.Simulations, Nodes: found.Nodes, Depth: found.Depth, Bytes: found.Bytes,
		Seconds: found.Time.Seconds(), Adapted: newAdapted(found.Adapted),
	}
	for _, line := range found.Lines {
		m := AnalysedMove{
			Move: game.FormatMoveFor(g, at, seat, line.Move), Worth: NewWorth(w, role, line.Value),
			Visits: line.Visits, Prior: line.Prior,
		}
		if len(line.PV) > 0 {
			m.PV = lineOf(g, at, seat, line.Move, line.PV)
		}
		if line.Visits > 0 && !line.Value.Proven {
			m.Low, m.High = &line.Low, &line.High
		}
		r.Moves = append(r.Moves, m)
	}
	return r
}

// lineOf is the texts of the moves that are expected, or the first alone where
// players move at once.
func lineOf(g game.Game, at game.State, seat game.Player, first game.Move, pv []game.Move) []string {
	if at.Turn() == game.Together || len(pv) == 0 {
		return []string{game.FormatMoveFor(g, at, seat, first)}
	}
	s, texts := at.Clone(), make([]string, 0, len(pv))
	for _, m := range pv {
		texts = append(texts, g.FormatMove(s, m))
		s.Play(m)
	}
	return texts
}
