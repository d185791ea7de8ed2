package api

import (
	"reflect"

	"gambito/arena"
	"gambito/bandit"
	"gambito/game"
	"gambito/games/backgammon/cube"
	bg "gambito/games/backgammon/review"
	"gambito/learn/breed"
	"gambito/learn/genetic"
	"gambito/learn/network"
	"gambito/ntuple"
	"gambito/papers"
	"gambito/review"
	"gambito/search/explain"
	"gambito/spec"
	"gambito/stats"
	"gambito/theory"
)

// enums are the values of types that have a few known ones.
var enums = map[reflect.Type][]any{
	reflect.TypeFor[RunState](): {Finished, Unfinished},

	reflect.TypeFor[spec.Type]():  {spec.Int, spec.Float, spec.Bool, spec.Duration, spec.Choice, spec.Text, spec.File, spec.Evaluation, spec.List},
	reflect.TypeFor[game.Unit]():  {game.Discs, game.Stones, game.Points, game.Equity},
	reflect.TypeFor[spec.Scale](): {spec.Linear, spec.Logarithmic},

	reflect.TypeFor[arena.Reason]():       {arena.Unfinished, arena.ByTheRules, arena.Resignation, arena.IllegalMove, arena.AgentError, arena.OutOfTime, arena.TooLong},
	reflect.TypeFor[arena.ScheduleKind](): {arena.RoundRobin, arena.Gauntlet, arena.Swiss, arena.Ladder},
	reflect.TypeFor[arena.DrawRule]():     {arena.DrawHalf, arena.DrawLoss},
	reflect.TypeFor[arena.StopRule]():     {arena.StopFixed, arena.StopSPRT, arena.StopWidth, arena.StopDecided},

	reflect.TypeFor[stats.Verdict]():  {stats.Agrees, stats.InDoubt, stats.Differs, stats.TooFew, stats.Unknown},
	reflect.TypeFor[stats.Decision](): {stats.Continue, stats.AcceptH0, stats.AcceptH1},
	reflect.TypeFor[stats.EloModel](): {stats.LogisticElo, stats.NormalizedElo, stats.BayesElo, stats.EloModel("")}, // "" where there is no test

	reflect.TypeFor[papers.Verdict](): {papers.Agrees, papers.InDoubt, papers.Differs, papers.TooFew, papers.NotComparable, papers.NotMeasured},

	reflect.TypeFor[theory.Method](): {theory.SaddlePoints, theory.Dominated, theory.GeometricMethod, theory.LinearProgramme, theory.Enumeration, theory.Complementary, theory.Correlation, theory.ParetoFront, theory.BestReplies, theory.Replicating, theory.Fictitious, theory.Regrets},

	reflect.TypeFor[network.Kind]():   {network.PolicyAndValue, network.ValueOnly, network.Backgammon, network.Patterns},
	reflect.TypeFor[ntuple.Meaning](): {ntuple.Discs, ntuple.Score},
	reflect.TypeFor[network.Source](): {network.Shipped, network.Dropped, network.Trained},

	reflect.TypeFor[cube.Action](): {cube.NotAllowed, cube.NoDouble, cube.DoubleTake, cube.DoubleDrop, cube.TooGood},
	reflect.TypeFor[bg.Kind]():     {bg.Turn, bg.Double, bg.Answer},

	reflect.TypeFor[review.Class](): {review.Best, review.Good, review.Inaccuracy, review.Mistake, review.Blunder},
	reflect.TypeFor[review.Rating](): {
		review.Supernatural, review.WorldClass, review.Expert, review.Advanced, review.Intermediate, review.Casual, review.Beginner, review.Awful,
	},

	reflect.TypeFor[explain.Kind](): {
		explain.Enter, explain.Leaf, explain.Table, explain.Compared, explain.Outcome, explain.Cut, explain.Return, explain.Pass, explain.Reached, explain.Passed,
		explain.Bounds, explain.Strategy, explain.Choose, explain.Select, explain.Expand, explain.Playout, explain.Backup, explain.Done,
	},
	reflect.TypeFor[bandit.TermsKind](): {bandit.Sum, bandit.Sample, bandit.Urgency, bandit.Probability},

	reflect.TypeFor[breed.Dice]():     {breed.NewDice, breed.SameDice},
	reflect.TypeFor[genetic.Reason](): {genetic.AllGenerations, genetic.NoNewBest, genetic.TargetReached},
	reflect.TypeFor[genetic.Method](): {genetic.Genetic, genetic.Steady, genetic.Hill},
	reflect.TypeFor[genetic.Coding](): {genetic.Integer, genetic.Binary, genetic.Gray, genetic.Real, genetic.IEEE, genetic.Decimal, genetic.Permutation, genetic.Tree},
	reflect.TypeFor[genetic.Crossover](): {
		genetic.OnePoint, genetic.TwoPoint, genetic.Uniform, genetic.Arithmetic, genetic.Blend, genetic.Simulated, genetic.Order, genetic.Mapped, genetic.Cycle, genetic.Subtree,
	},
	reflect.TypeFor[genetic.Scaling](): {genetic.Plain, genetic.Sigma, genetic.Ranking, genetic.Boltzmann},
	reflect.TypeFor[genetic.Selection](): {
		genetic.Roulette, genetic.RemainderReplacing, genetic.RemainderOnce, genetic.Universal, genetic.Deterministic, genetic.Tournament,
	},
}
