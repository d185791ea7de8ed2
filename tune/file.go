package tune

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gambito/agent"
	"gambito/arena"
	"gambito/files"
	"gambito/game"
	"gambito/spec"
	"gambito/tune/optimise"
	"gambito/yamlfile"
)

// Settings are all that decides what tuning comes to.
type Settings struct {
	Name       string    `json:"name" doc:"Name of the tuning."`
	Game       string    `json:"game" doc:"Game."`
	Agent      string    `json:"agent" doc:"Agent spec that is tuned."`
	Objective  Objective `json:"objective" doc:"What candidates are judged by: points, ladder, accuracy or regret."`
	Options    []Option  `json:"options" doc:"Options of it that are searched over."`
	Against    []string  `json:"against" doc:"Agent specs whom candidates meet; the mean of the points counts; none if they are asked questions."`
	RungPairs  int       `json:"rung_pairs,omitempty" doc:"Objective ladder: pairs of games of every two neighbours, which tell their ratings."`
	Openings   string    `json:"openings" doc:"Moves that games begin with."`
	Plies      string    `json:"plies,omitempty" doc:"Objective accuracy: after how many plies of random games positions are taken."`
	Pairs      int       `json:"pairs" doc:"Pairs of games of a candidate against each opponent, or questions, at the most."`
	Games      int       `json:"games" doc:"Games, or moves, after which the search ends."`
	Method     string    `json:"method" doc:"How the search goes."`
	Race       string    `json:"race" doc:"How games are spread over the candidates of a batch."`
	Finals     Finals    `json:"finals" doc:"How the winner is chosen."`
	Confirm    Confirm   `json:"confirm" doc:"The match that tells what the winner is worth."`
	Seed       uint64    `json:"seed" doc:"Seed of all randomness."`
	openedFrom string    // the lines of a file, if openings are one
}

// Finals say how the winner is chosen among the best of the search.
type Finals struct {
	Candidates int `json:"candidates" yaml:"candidates" doc:"How many take part."`
	Pairs      int `json:"pairs" yaml:"pairs" doc:"Pairs of games of each against each opponent, or questions, at the most."`
}

// Confirm is the match, or the questions, that tell what the winner is worth.
type Confirm struct {
	Pairs   int    `json:"pairs" yaml:"pairs" doc:"Pairs of games, against each opponent of a ladder, or questions."`
	Against string `json:"against" yaml:"against" doc:"Whom it meets, or is compared with."`
}

// Keys describe what a file may say.
var Keys = []spec.Option{
	{Name: "name", Type: spec.Text, Help: "what it is called; its results are kept in NAME.json unless --out says otherwise; it must be given"},
	{Name: "game", Type: spec.Text, Help: "game spec, such as connect4; it must be given"},
	{Name: "agent", Type: spec.Text, Help: "agent spec that is tuned; what it says stays; it must be given"},
	{Name: "options", Type: spec.List, Help: "options of the agent to search over, each with min, max and scale, with choices, or with nothing: then as the option is declared, from a hundredth to a hundredfold of its usual values if a logarithmic scale would begin at 0; where says when it means something, of several conditions with & between all must hold; they must be given"},
	{Name: "objective", Type: spec.Choice, Choices: objectives, Default: string(Points), Help: "what candidates are judged by: points of games; the rating on a ladder of opponents of rising strength; moves that keep the exact outcome of solved positions; what moves give away at the roots of synthetic trees"},
	{Name: "against", Type: spec.List, Help: "agent specs whom candidates meet; the mean of the points counts (default: the agent as it is); objective ladder: the weakest first"},
	{Name: "ladder.levels", Type: spec.Int, Min: 2, Max: 10, Help: "objective ladder: the levels of the game up to this one are the opponents, in place of against"},
	{Name: "ladder.pairs", Type: spec.Int, Default: "50", Min: 1, Max: 1e6, Scale: spec.Logarithmic, Help: "objective ladder: pairs of games of every two neighbours before the search, which tell how far apart they are"},
	{Name: "openings", Type: spec.Text, Default: "random:4", Help: "none, random:PLIES, or a file with a line of moves a line"},
	{Name: "pairs", Type: spec.Int, Default: "20", Min: 1, Max: 1e6, Scale: spec.Logarithmic, Help: "pairs of games, with sides swapped, of a candidate against each opponent, at the most"},
	{Name: "games", Type: spec.Int, Default: "10000", Min: 2, Max: 1e8, Scale: spec.Logarithmic, Help: "games after which the search ends"},
	{Name: "questions", Type: spec.Int, Default: "50", Min: 1, Max: 1e6, Scale: spec.Logarithmic, Help: "objectives accuracy and regret, in place of pairs: positions or trees that a candidate is asked about, at the most"},
	{Name: "moves", Type: spec.Int, Default: "20000", Min: 2, Max: 1e8, Scale: spec.Logarithmic, Help: "these objectives, in place of games: answers after which the search ends"},
	{Name: "plies", Type: spec.Text, Help: "objective accuracy: after how many plies of random games positions are taken, such as 14-20 (default: as suits the game)"},
	{Name: "method", Type: spec.Text, Default: "cross-entropy", Help: "how the search goes, with options; --methods lists them"},
	{Name: "race", Type: spec.Text, Default: "none", Help: "how games are spread over the candidates of a batch; --methods lists them"},
	{Name: "finals.candidates", Type: spec.Int, Default: "8", Min: 1, Max: 1000, Help: "how many of the best meet the opponents once more, with new openings and seeds"},
	{Name: "finals.pairs", Type: spec.Int, Default: "100", Min: 1, Max: 1e6, Scale: spec.Logarithmic, Help: "pairs of games of each, at the most: the better half goes on"},
	{Name: "finals.questions", Type: spec.Int, Default: "400", Min: 1, Max: 1e6, Scale: spec.Logarithmic, Help: "of accuracy and regret: questions to each, at the most"},
	{Name: "confirm.pairs", Type: spec.Int, Default: "500", Min: 2, Max: 1e7, Scale: spec.Logarithmic, Help: "pairs of games, new ones again, that the winner plays in the end"},
	{Name: "confirm.questions", Type: spec.Int, Default: "2000", Min: 2, Max: 1e7, Scale: spec.Logarithmic, Help: "of accuracy and regret: questions, new ones again, that the winner and the agent as it is answer"},
	{Name: "confirm.against", Type: spec.Text, Help: "whom it meets, or is compared with (default: the agent as it is)"},
	{Name: "seed", Type: spec.Int, Default: "1", Help: "a whole number, from which all randomness comes"},
}

func key(name string) spec.Option {
	return Keys[slices.IndexFunc(Keys, func(o spec.Option) bool { return o.Name == name })]
}

// Read reads a file and makes ready.
func Read(name string, agents *agent.Registry, parse func(string) (game.Game, error)) (*Study, error) {
	content, err := files.Read(name)
	if err != nil {
		return nil, fmt.Errorf("tune: %w", err)
	}
	s, err := Parse(content, filepath.Dir(name), agents, parse)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// Parse reads the text of a file that lies in that folder. What is wrong is told by its
// line and its column.
func Parse(content []byte, folder string, agents *agent.Registry, parse func(string) (game.Game, error)) (*Study, error) {
	r := reader{agents: agents, parse: parse, folder: folder}
	err := r.read(content)
	if place := new(yamlfile.Error); errors.As(err, &place) && place.Column > 0 {
		return nil, fmt.Errorf("line %d, column %d: %w", place.Line, place.Column, place.Err)
	}
	if err != nil {
		return nil, err
	}
	return r.study, nil
}

type node = yamlfile.Node

// reader makes a study of what a file says.
type reader struct {
	agents *agent.Registry
	parse  func(string) (game.Game, error)
	folder string

	top    node
	places map[string]node
	keyed  []node   // where options are named, in their order
	order  []string // of the keys that were given
	levels int
	s      Settings
	study  *Study
}

func (r *reader) read(content []byte) (err error) {
	if r.top, err = yamlfile.Parse(content); err != nil {
		return err
	}
	r.s = Settings{Objective: Points, Openings: key("openings").Default, Method: key("method").Default, Race: key("race").Default, Seed: 1}
	if err := r.keys(); err != nil {
		return err
	}
	for _, name := range []string{"name", "game", "agent", "options"} {
		if _, ok := r.places[name]; !ok {
			return r.top.Fail("the key %q is missing", name)
		}
	}
	if err := arena.CheckName(r.s.Name); err != nil {
		return r.places["name"].Alone().Fail("%w", err)
	}
	if err := r.belong(); err != nil {
		return err
	}
	r.defaults()
	return r.resolve()
}

// keys reads the values of all keys but options.
func (r *reader) keys() error {
	entries, err := r.top.Mapping("name", "game", "agent", "options", "objective", "against", "ladder", "openings", "pairs", "games",
		"questions", "moves", "plies", "method", "race", "finals", "confirm", "seed")
	if err != nil {
		return err
	}
	r.places = map[string]node{}
	for _, e := range entries {
		r.places[e.Name], r.order = e.Value, append(r.order, e.Name)
		switch e.Name {
		case "name":
			r.s.Name, err = e.Value.Text()
		case "game":
			r.s.Game, err = e.Value.Text()
		case "agent":
			r.s.Agent, err = e.Value.Text()
		case "objective":
			var name string
			name, err = e.Value.Choice(objectives...)
			r.s.Objective = Objective(name)
		case "against":
			r.s.Against, err = texts(e.Value)
		case "openings":
			r.s.Openings, err = e.Value.Text()
		case "pairs", "questions":
			r.s.Pairs, err = whole(e.Value, e.Name)
		case "games", "moves":
			r.s.Games, err = whole(e.Value, e.Name)
		case "plies":
			r.s.Plies, err = e.Value.Text()
		case "method":
			if r.s.Method, err = e.Value.Text(); err == nil {
				_, _, err = optimise.Methods.Read(r.s.Method)
				err = at(e.Value, err)
			}
		case "race":
			if r.s.Race, err = e.Value.Text(); err == nil {
				_, _, err = optimise.Races.Read(r.s.Race)
				err = at(e.Value, err)
			}
		case "finals", "confirm", "ladder":
			err = r.parts(e)
		case "seed":
			r.s.Seed, err = e.Value.Unsigned()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// parts reads the keys of finals, confirm and ladder.
func (r *reader) parts(e yamlfile.Entry) error {
	known := map[string][]string{"finals": {"candidates", "pairs", "questions"}, "confirm": {"pairs", "questions", "against"}, "ladder": {"levels", "pairs"}}[e.Name]
	entries, err := e.Value.Mapping(known...)
	if err != nil {
		return err
	}
	for _, part := range entries {
		name := e.Name + "." + part.Name
		r.places[name], r.order = part.Value, append(r.order, name)
		switch name {
		case "finals.candidates":
			r.s.Finals.Candidates, err = whole(part.Value, name)
		case "finals.pairs", "finals.questions":
			r.s.Finals.Pairs, err = whole(part.Value, name)
		case "confirm.pairs", "confirm.questions":
			r.s.Confirm.Pairs, err = whole(part.Value, name)
		case "ladder.levels":
			r.levels, err = whole(part.Value, name)
		case "ladder.pairs":
			r.s.RungPairs, err = whole(part.Value, name)
		case "confirm.against":
			r.s.Confirm.Against, err = part.Value.Text()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// at is an error at a place.
func at(n node, err error) error {
	if err == nil {
		return nil
	}
	return n.Alone().Fail("%w", err)
}

// texts reads a text, or a list of some.
func texts(n node) (list []string, err error) {
	if n.IsText() {
		text, err := n.Text()
		return []string{text}, err
	}
	items, err := n.List()
	for i := 0; err == nil && i < len(items); i++ {
		var text string
		text, err = items[i].Text()
		list = append(list, text)
	}
	return list, err
}

// whole reads a whole number in the range of a key.
func whole(n node, name string) (int, error) {
	o := key(name)
	return n.Whole(int(o.Min), int(o.Max))
}

// resolve finds the game, the agents and the space.
func (r *reader) resolve() (err error) {
	st := &Study{agents: r.agents}
	if st.game, err = r.parse(r.s.Game); err != nil {
		return at(r.places["game"], err)
	}
	if info := st.game.Info(); info.Players() != 2 || info.GeneralSum {
		return r.places["game"].Fail("%s is no game of two of whom one wins what the other loses", info.ID)
	}
	r.s.Game = st.game.Info().ID
	entry, base, err := r.agents.Read(r.s.Agent)
	if err != nil {
		return at(r.places["agent"], err)
	}
	if _, err := r.player(st.game, r.s.Agent, r.places["agent"]); err != nil {
		return err
	}
	if err := r.opponents(st); err != nil {
		return err
	}
	if r.s.Objective.asks() {
		err = r.topic(st)
	} else {
		err = r.begin(st)
	}
	if err != nil {
		return err
	}
	if st.Space, err = r.space(&entry.Schema, base, st.game); err != nil {
		return err
	}
	r.s.Options = st.Space.Options
	if err := st.Space.settle(r.agents); err != nil {
		return at(r.places["options"], err)
	}
	if err := st.Space.probe(r.agents); err != nil {
		place := r.places["options"]
		if m := (misfit{}); errors.As(err, &m) && len(m.options) > 0 {
			place = r.keyed[m.options[len(m.options)-1]]
		}
		return at(place, err)
	}
	st.Settings = r.s
	r.study = st
	return nil
}

// begin finds the openings of games.
func (r *reader) begin(st *Study) (err error) {
	name := r.s.Openings
	if name != "none" && !strings.HasPrefix(name, "random:") && !filepath.IsAbs(name) {
		name = filepath.Join(r.folder, name)
	}
	if st.openings, err = arena.ParseOpenings(st.game, name); err != nil {
		return at(r.places["openings"], err)
	}
	r.s.openedFrom = strings.Join(st.openings.Lines(st.game), "\n")
	return nil
}

// rungs are the opponents of a ladder.
func (r *reader) rungs() error {
	switch {
	case r.levels > 0 && len(r.s.Against) > 0:
		return r.places["ladder.levels"].Fail("the opponents are named by against already: leave one of them out")
	case r.levels == 0 && len(r.s.Against) == 0:
		return r.places["objective"].Fail("a ladder has opponents: say ladder: {levels: 6}, or name some by against, the weakest first")
	case r.levels == 0 && len(r.s.Against) < 2:
		return r.places["against"].Fail("a ladder has two opponents or more")
	}
	for n := 1; n <= r.levels; n++ {
		r.s.Against = append(r.s.Against, fmt.Sprintf("level:%d", n))
	}
	return nil
}

// player checks an agent that is to play.
func (r *reader) player(g game.Game, text string, n node) (agent.Spec, error) {
	a, err := r.agents.Parse(text)
	if err != nil {
		return a, at(n, err)
	}
	if a.Interactive() {
		return a, n.Fail("%s asks a person, and nobody plays that many games by hand", text)
	}
	return a, at(n, playable(a, g))
}

func (r *reader) opponents(st *Study) error {
	switch {
	case r.s.Objective == Ladder:
		if err := r.rungs(); err != nil {
			return err
		}
	case r.s.Objective.asks():
		r.s.Against, r.s.Openings = []string{}, "none"
	case len(r.s.Against) == 0:
		r.s.Against = []string{r.s.Agent}
	}
	if r.s.Confirm.Against == "" {
		r.s.Confirm.Against = r.s.Agent
	}
	place := func(name string) node { // a default is the agent's
		if n, ok := r.places[name]; ok {
			return n
		}
		if n, ok := r.places["ladder.levels"]; ok && name == "against" {
			return n
		}
		return r.places["agent"]
	}
	for i, text := range r.s.Against {
		a, err := r.player(st.game, text, place("against"))
		if err != nil {
			return err
		}
		if slices.Contains(r.s.Against[:i], text) {
			return place("against").Fail("%s is there twice", text)
		}
		st.rivals = append(st.rivals, a)
	}
	var err error
	st.confirmer, err = r.player(st.game, r.s.Confirm.Against, place("confirm.against"))
	return err
}
