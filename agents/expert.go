package agents

import (
	"gambito/agent"
	"gambito/games/backgammon"
	"gambito/games/backgammon/cube"
	"gambito/games/backgammon/review"
)

// NewExpert makes of an agent one who tells what turns of backgammon and doubles are
// worth, if it can tell chances. Live is the live-cube fraction.
func NewExpert(spec agent.Spec, seed uint64, live float64) (*review.Expert, bool, error) {
	a, err := spec.New(backgammon.New())
	if err != nil {
		return nil, false, err
	}
	chances, ok := a.(backgammon.Estimator)
	if !ok {
		return nil, false, nil
	}
	a.NewGame(0, seed)
	return &review.Expert{Chances: chances, Quick: Networks(spec.Environment()), Margin: review.Wide, Model: cube.NewModel(live)}, true, nil
}
