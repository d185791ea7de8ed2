package agents

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"gambito/bandit"
	"gambito/game"
	"gambito/gdl"
	"gambito/search/mcts"
	"gambito/spec"
)

// amafKinds are the values of the option amaf but for off.
var amafKinds = map[string]mcts.AMAFKind{"amaf": mcts.AMAFOnly, "alpha": mcts.AMAFAlpha, "rave": mcts.RAVE, "grave": mcts.GRAVE}

// amafBeta is the schedule of rave and grave. What rave was resolved to before there
// was a choice has a weight and no schedule: it means the one there was.
func amafBeta(v spec.Values) string {
	amaf, beta := v.Text("amaf"), v.Text("amaf-beta")
	switch {
	case amaf != "rave" && amaf != "grave":
		return ""
	case beta != "":
		return beta
	case amaf == "rave" && v.Has("amaf-weight"):
		return "hand"
	}
	return "mse"
}

// resolveAMAF writes out the weight, and the schedule where the weight does not tell it.
func resolveAMAF(v spec.Values) spec.Values {
	amaf, beta := v.Text("amaf"), amafBeta(v)
	weight := map[string]string{"mse": "1e-05", "hand": "1000"}[beta]
	if amaf == "alpha" {
		weight = "0.5"
	}
	if weight == "" {
		v = v.Without("amaf-weight")
	} else if !v.Has("amaf-weight") {
		v = v.With("amaf-weight", weight)
	}
	if v = v.Without("amaf-beta"); beta != amafBeta(v) {
		v = v.With("amaf-beta", beta)
	}
	return v
}

// resolveMCTS makes the options of a Monte Carlo tree search explicit.
func resolveMCTS(g game.Game, v spec.Values) (_ spec.Values, err error) {
	if v, err = resolvePolicy(v); err != nil {
		return v, err
	}
	if v, err = resolveLeaf(g, v); err != nil {
		return v, err
	}
	if !v.Has("sims") && !v.Has("time") && !v.Has("nodes") {
		v = v.With("sims", "1000")
	}
	v = resolveAMAF(v)
	varies, err := readAdapt(v)
	if err != nil {
		return v, err
	}
	playouts := slices.ContainsFunc(varies, func(o variedOption) bool { return o.name == "playout" })
	mast := v.Text("playout") == "mast" || v.Text("playout") == "mast-greedy"
	_, simultaneous := g.New().(game.Simultaneous)
	for _, part := range []struct {
		used    bool
		options []string
	}{
		{v.Has("policy-below"), []string{"below-depth"}},
		{v.Text("final") == "max-robust" && v.Float("final-limit") != 1, []string{"final-limit"}},
		{v.Text("amaf") == "grave", []string{"amaf-ref"}},
		{mast && v.Bool("mast-select"), []string{"mast-select"}},
		{v.Text("playout") == "mast" || playouts, []string{"temperature"}},
		{v.Text("playout") == "weighted" && !playouts, []string{"weights"}},
		{v.Text("playout") == "mast-greedy" || playouts, []string{"mast-epsilon"}},
		{v.Float("widen") > 0, []string{"widen-exponent"}},
		{v.Int("threads") > 1, []string{"parallel", "virtual-loss"}},
		{simultaneous, []string{"together"}},
	} {
		if !part.used {
			v = v.Without(part.options...)
		}
	}
	return resolveAdapt(v, varies)
}

// resolvePolicy writes out the parameters of the selection policy and drops
// those of others.
func resolvePolicy(v spec.Values) (spec.Values, error) {
	entry := bandit.Find(v.Text("policy"))
	for _, o := range policyOptions() {
		i := slices.IndexFunc(entry.Parameters, func(p spec.Option) bool { return p.Name == o.Name })
		switch {
		case i >= 0 && !v.Has(o.Name):
			v = v.With(o.Name, entry.Parameters[i].Default)
		case i < 0 && !v.Given(o.Name):
			v = v.Without(o.Name)
		}
	}
	if _, err := policyOf(v); err != nil {
		return v, err
	}
	return v, nil
}

// resolveLeaf decides what judges where the tree ends: playouts, or an
// evaluation and which.
func resolveLeaf(g game.Game, v spec.Values) (spec.Values, error) {
	evaluated, _ := g.(game.Evaluated)
	name, scale, better := v.Text("eval"), 0.0, false
	if evaluated != nil {
		infos := evaluated.Evaluations()
		if name == "" {
			name = infos[0].Name
		}
		if i := slices.IndexFunc(infos, func(e game.EvaluationInfo) bool { return e.Name == name }); i >= 0 {
			scale, better = infos[i].Scale, infos[i].Leaf
		}
	}
	leaf := v.Text("leaf")
	if leaf != "eval" && v.AnyGiven("eval", "scale", "cutoff", "mix") {
		if v.Given("leaf") {
			return v, errors.New("eval, scale, cutoff and mix go with leaf=eval")
		}
		leaf = "eval"
	}
	if leaf == "auto" {
		leaf = "eval"
		if !better || v.AnyGiven("playout", "temperature", "mast-epsilon", "mast-select", "weights", "decisive", "amaf", "expand") {
			leaf = "playout"
		}
	}
	v = v.With("leaf", leaf)
	switch {
	case leaf == "playout":
		return v.Without("eval", "scale", "cutoff", "mix"), nil
	case evaluated == nil:
		return v, fmt.Errorf("leaf=eval: %s has no evaluation", g.Info().ID)
	}
	if _, err := evaluated.Evaluation(name); err != nil {
		return v, err
	}
	if scale == 0 {
		scale = 100
	}
	if v = v.With("eval", name); !v.Has("scale") {
		v = v.With("scale", strconv.FormatFloat(scale, 'g', -1, 64))
	}
	return v, nil
}

// resolveGeneral sets what the spec does not mention to what goes with the game.
func resolveGeneral(g game.Game, v spec.Values) (spec.Values, error) {
	if game.OfSecrets(g) {
		return resolveUnseen(g, v)
	}
	v, err := resolvePolicy(apart(g, v))
	if err != nil {
		return v, err
	}
	policy, err := policyOf(v)
	if err != nil {
		return v, err
	}
	s, info := g.New(), g.Info()
	_, weighted := policy.(bandit.Weighted)
	_, finder := s.(game.WinFinder)
	_, together := s.(game.Simultaneous)
	sheet, _ := g.(*gdl.Game)
	graded := sheet != nil && sheet.Graded()
	provable := info.Players() == 2 && !info.GeneralSum && !together && !game.OfChance(g) && !graded && !weighted
	for _, choice := range []struct {
		option, value string
		where         bool
	}{
		{"playout", "uniform", together},
		{"amaf", "off", together || weighted},
		{"reuse", "off", v.Text("together") == "sequential"},
		{"decisive", onOff(finder), true},
		{"solver", onOff(provable), true},
	} {
		if choice.where && !v.Given(choice.option) {
			v = v.With(choice.option, choice.value)
		}
	}
	return resolveMCTS(g, v)
}

// apart has players draw their moves who choose at once and share no fixed sum.
// By indices that are computed they would choose alike where they are in the same
// situation, and each find that to cooperate pays, since the other always did too.
func apart(g game.Game, v spec.Values) spec.Values {
	_, together := g.New().(game.Simultaneous)
	given := v.AnyGiven("policy", "draw") || slices.ContainsFunc(policyOptions(), func(o spec.Option) bool { return v.Given(o.Name) })
	if info := g.Info(); !together || !info.GeneralSum || info.Players() == 1 || given {
		return v
	}
	return v.With("policy", "thompson")
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// resolveUnseen keeps what the player for unknown games has where it does not see everything:
// information-set search with so many simulations, or as many as there is time for.
func resolveUnseen(g game.Game, v spec.Values) (spec.Values, error) {
	for _, o := range mctsOptions() {
		if o.Name != "sims" && o.Name != "time" {
			v = v.Without(o.Name)
		}
	}
	if !v.Has("sims") && !v.Has("time") {
		v = v.With("sims", "1000")
	}
	return resolveVeiled(g, v)
}
