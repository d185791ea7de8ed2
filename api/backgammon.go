package api

import (
	"context"
	"fmt"

	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/cube"
	"gambito/games/backgammon/match"
	"gambito/games/backgammon/review"
	"gambito/stats"
)

// BackgammonAnalysis is what an agent that tells chances thinks of a position of
// backgammon: of all turns if the dice are rolled, else of the cube.
type BackgammonAnalysis struct {
	Game     string         `json:"game" doc:"Game spec."`
	Position string         `json:"position" doc:"The position, as the game writes it."`
	XGID     string         `json:"xgid" doc:"The position as eXtreme Gammon writes it."`
	Agent    string         `json:"agent" doc:"Agent spec of who was asked."`
	Player   string         `json:"player" doc:"Who decides."`
	Dice     string         `json:"dice,omitempty" doc:"The roll to move with, such as 31; absent before the roll."`
	Move     string         `json:"move" doc:"The best move, or what is best about the cube: roll, double, take or drop."`
	Value    float64        `json:"value" doc:"Equity of the best move for who decides, in points at the value of the cube."`
	PV       []string       `json:"pv" doc:"The best move alone."`
	Roller   string         `json:"roller,omitempty" doc:"Who is on roll, before the roll."`
	Chances  *Chances       `json:"chances,omitempty" doc:"Chances of who is on roll, before the roll."`
	Cubeless float64        `json:"cubeless,omitempty" doc:"Equity of who is on roll without the cube, in points."`
	Cube     *cube.Decision `json:"cube,omitempty" doc:"What there is to do about the cube, before the roll."`
	Moves    []RatedMove    `json:"moves,omitempty" doc:"All moves with this roll, the best first."`
}

// Doubled reports whether the player must answer a double.
func (r BackgammonAnalysis) Doubled() bool { return r.Dice == "" && r.Player != r.Roller }

// NewBackgammonAnalysis asks an expert about a position. The error says that nobody has
// anything to decide, or is that of ctx.
func NewBackgammonAnalysis(ctx context.Context, j *review.Expert, g game.Game, s game.State, who string) (BackgammonAnalysis, error) {
	r := BackgammonAnalysis{Game: g.Info().ID, Position: g.FormatPosition(s), Agent: who}
	var t backgammon.Table
	stakes := cube.Stakes{Cube: 1, Access: cube.None}
	switch st := s.(type) {
	case *match.State:
		if st.Opening() {
			return r, fmt.Errorf("%s: nobody decides before the first roll", r.Game)
		}
		t, stakes = st.Table(), cube.Of(st)
	case *backgammon.State:
		t = backgammon.Table{Board: *st.Board(), Match: backgammon.Match{
			Owner: game.Nobody, Roller: st.Side(), Turn: st.Side(), Stage: backgammon.Playing, Dice: st.Dice(),
		}}
	}
	m := t.Match
	r.XGID, r.Player = t.XGID(), g.Info().Roles[m.Turn]
	if m.Dice.Rolled() {
		r.Dice = m.Dice.String()
		ratings, err := j.Turns(ctx, &t.Board, m.Roller, m.Dice, stakes)
		if err != nil {
			return r, err
		}
		_, sampled := j.Chances.(cube.Sampler)
		for _, rating := range ratings {
			r.Moves = append(r.Moves, NewRatedMove(g.FormatMove(s, rating.Move), rating, ratings[0], sampled))
		}
		r.Move, r.Value = r.Moves[0].Move, r.Moves[0].Equity
	} else {
		decision, before, _ := j.Cube(&t.Board, m.Roller, stakes)
		chances := NewChances(before)
		r.Roller, r.Chances, r.Cubeless = g.Info().Roles[m.Roller], &chances, before.Equity()
		if g, ok := g.(*match.Game); ok && g.Rules().Cube {
			r.Cube = &decision
		}
		r.Move, r.Value = decision.Best(m.Doubled)
	}
	r.PV = []string{r.Move}
	return r, nil
}

// Chances are those of a side to win and to lose.
type Chances struct {
	Win            float32 `json:"win" doc:"Chance to win at all, from 0 to 1."`
	WinGammon      float32 `json:"win_gammon" doc:"Chance to win a gammon or a backgammon."`
	WinBackgammon  float32 `json:"win_backgammon" doc:"Chance to win a backgammon."`
	LoseGammon     float32 `json:"lose_gammon" doc:"Chance to lose a gammon or a backgammon."`
	LoseBackgammon float32 `json:"lose_backgammon" doc:"Chance to lose a backgammon."`
}

// RatedMove is a move of backgammon and what it is worth.
type RatedMove struct {
	Move    string   `json:"move" doc:"The move, as the game writes it."`
	Equity  float64  `json:"equity" doc:"What it is worth, in points at the value of the cube."`
	Loss    float64  `json:"loss" doc:"How much less that is than the best, in points."`
	Low     *float64 `json:"low,omitempty" doc:"Lower end of the 95 % interval of the equity, if it rests on samples."`
	High    *float64 `json:"high,omitempty" doc:"Upper end of that interval."`
	Chances Chances  `json:"chances" doc:"Chances after the move."`
	Quick   bool     `json:"quick,omitempty" doc:"Whether the move was not looked at closely, for it seemed bad."`
}

// NewChances are chances as the game has them.
func NewChances(c backgammon.Chances) Chances {
	return Chances{c.Win, c.WinGammon, c.WinBackgammon, c.LoseGammon, c.LoseBackgammon}
}

// NewRatedMove is a rating beside the best; sampled says that it rests on samples.
func NewRatedMove(name string, r, best review.Rating, sampled bool) RatedMove {
	m := RatedMove{Move: name, Equity: r.Equity, Loss: best.Equity - r.Equity, Chances: NewChances(r.Chances), Quick: r.Quick}
	if sampled && !r.Quick {
		low, high := r.Equity-stats.Z95*r.Deviation, r.Equity+stats.Z95*r.Deviation
		m.Low, m.High = &low, &high
	}
	return m
}

// BackgammonReview is what went wrong in a whole match of backgammon.
type BackgammonReview struct {
	File     string                           `json:"file" doc:"The file that was read."`
	Agent    string                           `json:"agent" doc:"Agent spec of who judged."`
	Length   int                              `json:"length" doc:"Points that the match goes to; 0 for games for money."`
	Games    int                              `json:"games" doc:"Games in the file."`
	Players  [2]string                        `json:"players" doc:"Names of the players."`
	Totals   [2]review.Totals                 `json:"totals" doc:"What each player did wrong in all."`
	Kinds    [2]map[review.Kind]review.Totals `json:"kinds" doc:"The same by what was to be decided."`
	Mistakes []Mistake                        `json:"mistakes" doc:"The errors and blunders, in the order of the match."`
}

// Mistake is a decision in a match that lost equity.
type Mistake struct {
	Game     int         `json:"game" doc:"Number of the game in the match, from 1."`
	Row      int         `json:"row" doc:"Row of the game in the file."`
	Player   string      `json:"player" doc:"Who decided."`
	Kind     review.Kind `json:"kind" doc:"What was to be decided."`
	Dice     string      `json:"dice,omitempty" doc:"The roll, if it was a turn."`
	Played   string      `json:"played" doc:"What was done."`
	Best     string      `json:"best" doc:"What was best."`
	Loss     float64     `json:"loss" doc:"Equity lost, in points at the value of the cube."`
	Blunder  bool        `json:"blunder" doc:"Whether the loss is that of a blunder."`
	Position string      `json:"position" doc:"The position before, as XGID."`
}

// NewMistakes lists the verdicts whose loss is that of an error or more.
func NewMistakes(names [2]string, verdicts []review.Verdict, l review.Limits) []Mistake {
	mistakes := []Mistake{}
	for _, v := range verdicts {
		if v.Loss < l.Error {
			continue
		}
		m := Mistake{
			Game: v.Game, Row: v.Row, Player: names[v.Player], Kind: v.Kind, Played: v.Played, Best: v.Best,
			Loss: v.Loss, Blunder: v.Loss >= l.Blunder, Position: v.Position.XGID(),
		}
		if v.Position.Match.Dice.Rolled() {
			m.Dice = v.Position.Match.Dice.String()
		}
		mistakes = append(mistakes, m)
	}
	return mistakes
}

// Bearoff is what the tables of the end of backgammon games say.
type Bearoff struct {
	Folder  string    `json:"folder" doc:"Where the tables are kept."`
	Made    bool      `json:"made" doc:"Whether they had to be made first."`
	Seconds float64   `json:"seconds" doc:"Time that reading or making them took, in seconds."`
	Mean    *float64  `json:"mean_rolls,omitempty" doc:"Rolls that the men take on average."`
	EPC     float64   `json:"effective_pips,omitempty" doc:"Effective pip count of the men."`
	Rolls   []float32 `json:"rolls,omitempty" doc:"Chance that the men take so many rolls, from 0 rolls on."`
	Win     *float64  `json:"win,omitempty" doc:"Chance of the side about to roll to win, from 0 to 1."`
	Exact   bool      `json:"exact,omitempty" doc:"Whether that chance is exact."`
}
