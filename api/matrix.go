package api

import (
	"math/big"

	"gambito/theory"
	"gambito/theory/lecture"
	"gambito/words"
)

// Matrix is what is found out about a game in normal form.
type Matrix struct {
	Name     string          `json:"name,omitempty" doc:"Name of the game, if it has one."`
	Text     string          `json:"text" doc:"The game as gambito matrix reads it."`
	Players  []MatrixPlayer  `json:"players" doc:"Who plays, and what each chooses between."`
	Payoffs  []MatrixCell    `json:"payoffs" doc:"What every combination of strategies pays, the last player's changing fastest."`
	Constant string          `json:"constant,omitempty" doc:"What two players are paid together, if that is always the same."`
	Methods  []theory.Method `json:"methods" doc:"The methods that were applied; what the others would have found is absent."`

	Pure       []int               `json:"pure,omitempty" doc:"Equilibria in pure strategies, saddle points if the sum is constant, by their place in payoffs, from 0."`
	Strict     *MatrixDominance    `json:"strict,omitempty" doc:"Elimination of strictly dominated strategies."`
	Weak       *MatrixDominance    `json:"weak,omitempty" doc:"Elimination of strategies that another one dominates at least weakly."`
	Geometric  *MatrixGeometric    `json:"geometric,omitempty" doc:"The geometric method."`
	Solution   *MatrixSolution     `json:"solution,omitempty" doc:"The linear programme of a game of constant sum."`
	Equilibria []MatrixEquilibrium `json:"equilibria,omitempty" doc:"All extreme equilibria, by enumeration of supports; every other is a mixture of such."`
	Components []MatrixComponent   `json:"components,omitempty" doc:"Sets of equilibria: any mixture of the one side's strategies with any of the other's."`
	Paths      []MatrixPath        `json:"paths,omitempty" doc:"Paths of Lemke and Howson, one for each strategy."`
	Correlated *MatrixCorrelated   `json:"correlated,omitempty" doc:"A correlated equilibrium that pays all together the most."`
	Pareto     []int               `json:"pareto,omitempty" doc:"Combinations on the Pareto front, by their place in payoffs."`
	Replies    []int               `json:"replies,omitempty" doc:"Walk of best replies in turn, by places in payoffs."`
	Cycle      *int                `json:"cycle,omitempty" doc:"The place in replies to which the walk comes back; absent if it ends in an equilibrium."`
	Replicator []MatrixRound       `json:"replicator,omitempty" doc:"The replicator dynamics, after some steps."`
	Fictitious []MatrixRound       `json:"fictitious,omitempty" doc:"Fictitious play, after some rounds."`
	Regrets    []MatrixRound       `json:"regrets,omitempty" doc:"Regret matching, after some rounds."`
	Sections   []MatrixSection     `json:"sections" doc:"What each method says, in words."`
}

// MatrixPlayer is a player of a game in normal form.
type MatrixPlayer struct {
	Name       string   `json:"name" doc:"What the player is called."`
	Strategies []string `json:"strategies" doc:"What it chooses between."`
	Worst      []string `json:"worst,omitempty" doc:"What each strategy pays at the worst."`
	Security   string   `json:"security,omitempty" doc:"What the player can be sure of by a pure strategy: the maximin."`
}

// MatrixCell is a combination of strategies.
type MatrixCell struct {
	Strategies []int    `json:"strategies" doc:"What each player chooses, by its place, from 0."`
	Payoffs    []string `json:"payoffs" doc:"What each is paid, as a whole number or a fraction."`
}

// MatrixDominance is what comes of eliminating dominated strategies.
type MatrixDominance struct {
	Steps []MatrixElimination `json:"steps" doc:"What was eliminated, one after the other."`
	Left  [][]int             `json:"left" doc:"Strategies that are left, by player."`
}

// MatrixElimination is a dominated strategy.
type MatrixElimination struct {
	Player   int      `json:"player" doc:"Whose it is."`
	Strategy int      `json:"strategy" doc:"The strategy that is dominated."`
	By       []string `json:"by" doc:"The mixed strategy that dominates it: probabilities of all of the player's strategies."`
	Weak     bool     `json:"weak" doc:"Whether it only never pays less and sometimes more."`
}

// MatrixGeometric is a solution by the geometric method.
type MatrixGeometric struct {
	Player   int         `json:"player" doc:"Who has two strategies."`
	Lines    [][2]string `json:"lines" doc:"Of each strategy of the opponent what the first player of the game is paid at probability 0 and 1."`
	Envelope [][2]string `json:"envelope" doc:"Corners of the envelope: the probability of the player's first strategy, and the height."`
	Best     [2]string   `json:"best" doc:"The corner that solves the game."`
}

// MatrixSolution is a solution of a game of constant sum.
type MatrixSolution struct {
	Value  string   `json:"value,omitempty" doc:"What the first player is paid, exactly; absent of matrices that are solved in floating point only."`
	Row    []string `json:"row,omitempty" doc:"The first player's strategy, likewise."`
	Column []string `json:"column,omitempty" doc:"The second player's strategy, likewise."`
	Low    float64  `json:"low" doc:"What the first player's strategy in floating point guarantees."`
	High   float64  `json:"high" doc:"What the second player's does not let pass."`

	RowRounded    []float64 `json:"rowRounded,omitempty" doc:"The first player's strategy in floating point."`
	ColumnRounded []float64 `json:"columnRounded,omitempty" doc:"The second player's."`
}

// MatrixEquilibrium is an equilibrium of a game of two.
type MatrixEquilibrium struct {
	Strategies [2][]string `json:"strategies" doc:"The strategy of each player: probabilities."`
	Payoffs    [2]string   `json:"payoffs" doc:"What each is paid."`
}

// MatrixComponent is a set of equilibria.
type MatrixComponent struct {
	First  [][]string `json:"first" doc:"Extreme strategies of the first player."`
	Second [][]string `json:"second" doc:"Extreme strategies of the second."`
}

// MatrixPath is a path of Lemke and Howson.
type MatrixPath struct {
	Dropped int               `json:"dropped" doc:"The label given up at the start: strategies of the first player, then of the second, from 0."`
	Labels  []int             `json:"labels" doc:"The labels picked up on the way; the last is the one given up."`
	End     MatrixEquilibrium `json:"end" doc:"Where it ends."`
}

// MatrixCorrelated is a correlated equilibrium.
type MatrixCorrelated struct {
	Probabilities []string `json:"probabilities" doc:"Of each combination of payoffs."`
	Payoffs       []string `json:"payoffs" doc:"What each player is paid."`
}

// MatrixRound is how far learning has come.
type MatrixRound struct {
	Number     int         `json:"number" doc:"Rounds or steps so far."`
	Strategies [][]float64 `json:"strategies" doc:"By player how often each strategy was played so far, or its share now."`
	Gain       float64     `json:"gain" doc:"The most that a player could gain by playing otherwise alone."`
}

// MatrixSection is what a method says in words.
type MatrixSection struct {
	Method theory.Method `json:"method" doc:"The method."`
	Title  string        `json:"title" doc:"What it is called."`
	Result []string      `json:"result" doc:"What came out."`
	Steps  []string      `json:"steps" doc:"How, step by step."`
}

// NewMatrix is an analysis, told in a language.
func NewMatrix(in words.Words, a *theory.Analysis) Matrix {
	g := a.Game
	m := Matrix{Name: in.Text(g.Name), Text: g.Format(), Methods: a.Methods, Pure: a.Pure, Pareto: a.Pareto, Sections: []MatrixSection{}}
	for p, player := range g.Players {
		row := MatrixPlayer{Name: in.Text(player.Name)}
		for _, s := range player.Strategies {
			row.Strategies = append(row.Strategies, in.Text(s))
		}
		if len(a.Security) > 0 {
			row.Worst, row.Security = fractions(a.Security[p].Worst), a.Security[p].Level.RatString()
		}
		m.Players = append(m.Players, row)
	}
	for i := range g.Profiles() {
		cell := MatrixCell{Strategies: g.Profile(i)}
		for p := range g.Players {
			cell.Payoffs = append(cell.Payoffs, g.PayoffAt(p, i).RatString())
		}
		m.Payoffs = append(m.Payoffs, cell)
	}
	if sum, ok := g.Constant(); ok {
		m.Constant = sum.RatString()
	}
	m.Strict, m.Weak = newDominance(a.Strict), newDominance(a.Weak)
	m.solved(a)
	m.learned(a)
	for _, s := range lecture.Tell(in, a) {
		m.Sections = append(m.Sections, MatrixSection{s.Method, s.Title, append([]string{}, s.Result...), append([]string{}, s.Steps...)})
	}
	return m
}

// solved adds values and equilibria.
func (m *Matrix) solved(a *theory.Analysis) {
	if g := a.Geometric; g != nil {
		m.Geometric = &MatrixGeometric{Player: g.Player, Best: [2]string{g.Best.P.RatString(), g.Best.Value.RatString()}}
		for _, l := range g.Lines {
			m.Geometric.Lines = append(m.Geometric.Lines, [2]string{l.At0.RatString(), l.At1.RatString()})
		}
		for _, c := range g.Envelope {
			m.Geometric.Envelope = append(m.Geometric.Envelope, [2]string{c.P.RatString(), c.Value.RatString()})
		}
	}
	if a.Solution != nil || a.Rounded != nil {
		m.Solution = &MatrixSolution{}
	}
	if s := a.Solution; s != nil {
		m.Solution.Value, m.Solution.Row, m.Solution.Column = s.Value.RatString(), fractions(s.Row), fractions(s.Column)
		value, _ := s.Value.Float64()
		m.Solution.Low, m.Solution.High = value, value
	}
	if r := a.Rounded; r != nil {
		m.Solution.Low, m.Solution.High, m.Solution.RowRounded, m.Solution.ColumnRounded = r.Low, r.High, r.Row, r.Column
	}
	if e := a.Equilibria; e != nil {
		for _, x := range e.Extreme {
			m.Equilibria = append(m.Equilibria, newMatrixEquilibrium(x))
		}
		for _, c := range e.Components {
			var row MatrixComponent
			for _, x := range c.X {
				row.First = append(row.First, fractions(x))
			}
			for _, y := range c.Y {
				row.Second = append(row.Second, fractions(y))
			}
			m.Components = append(m.Components, row)
		}
	}
	for _, p := range a.Paths {
		path := MatrixPath{Dropped: p.Dropped, End: newMatrixEquilibrium(p.End)}
		for _, d := range p.Steps {
			path.Labels = append(path.Labels, d.PicksUp)
		}
		m.Paths = append(m.Paths, path)
	}
	if c := a.Correlated; c != nil {
		m.Correlated = &MatrixCorrelated{fractions(c.Probabilities), fractions(c.Payoffs)}
	}
}

// learned adds what goes step by step.
func (m *Matrix) learned(a *theory.Analysis) {
	if r := a.Replies; r != nil {
		if m.Replies = r.Profiles; r.Cycle >= 0 {
			m.Cycle = &r.Cycle
		}
	}
	rounds := func(list []theory.Round) (rows []MatrixRound) {
		for _, r := range list {
			rows = append(rows, MatrixRound{r.Number, r.Average, r.Gain})
		}
		return rows
	}
	m.Replicator = rounds(a.Replicator)
	if a.Fictitious != nil {
		m.Fictitious = rounds(a.Fictitious.Rounds)
	}
	if a.Regrets != nil {
		m.Regrets = rounds(a.Regrets.Rounds)
	}
}

func newDominance(d *theory.Dominance) *MatrixDominance {
	if d == nil {
		return nil
	}
	row := &MatrixDominance{Steps: []MatrixElimination{}, Left: d.Left}
	for _, e := range d.Steps {
		row.Steps = append(row.Steps, MatrixElimination{e.Player, e.Strategy, fractions(e.By), e.Weak})
	}
	return row
}

func newMatrixEquilibrium(e theory.Equilibrium) MatrixEquilibrium {
	return MatrixEquilibrium{
		Strategies: [2][]string{fractions(e.X), fractions(e.Y)},
		Payoffs:    [2]string{e.Payoffs[0].RatString(), e.Payoffs[1].RatString()},
	}
}

// fractions writes exact numbers: 3, -1/2.
func fractions(list []*big.Rat) (texts []string) {
	for _, x := range list {
		texts = append(texts, x.RatString())
	}
	return texts
}

// MatrixExample is a game in normal form that comes along.
type MatrixExample struct {
	Name string `json:"name" doc:"What gambito matrix takes."`
	Game string `json:"game" doc:"What the game is called."`
	Text string `json:"text" doc:"The game as gambito matrix reads it."`
}
