package arena

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gambito/agent"
	"gambito/game"
)

// settingsFormat is the form of Settings. Those of the first one, 0, name agents
// as their specs were given, without saying what they are in each game, and know
// nothing of files.
const settingsFormat = 1

// Settings are an experiment in words and numbers, as it is stored: enough to
// make it again, to read its records and to tell whether another experiment is
// the same.
type Settings struct {
	Format       int             `json:"format"`
	Name         string          `json:"name"`
	Games        []GameSettings  `json:"games"`
	Agents       []AgentSettings `json:"agents"`
	Schedule     ScheduleKind    `json:"schedule"`
	Rounds       int             `json:"rounds"`
	GamesPerPair int             `json:"games-per-pair"`
	Unpaired     bool            `json:"unpaired"`
	Draw         DrawRule        `json:"draw"`
	Seed         uint64          `json:"seed"`
	Stop         Stop            `json:"stop"`
	Limits       agent.Limits    `json:"limits"`
	MaxPlies     int             `json:"max-plies"`
	Resign       Resign          `json:"resign"`
}

// Check reports what makes stored settings impossible to read.
func (s Settings) Check() error {
	switch {
	case s.Format > settingsFormat:
		return fmt.Errorf("they are from a newer gambito (format %d; this one knows %d)", s.Format, settingsFormat)
	case len(s.Games) == 0 || len(s.Agents) < 2 || s.Rounds < 1 || s.GamesPerPair < 2:
		return errors.New("games, agents or rounds are missing")
	case float64(len(s.Games))*float64(len(s.Agents))*float64(len(s.Agents))*float64(s.Rounds)*float64(s.GamesPerPair) > 4*mostGames:
		return errors.New("there are too many games")
	}
	for _, g := range s.Games {
		if s.Format > 0 && len(g.Agents) != len(s.Agents) {
			return fmt.Errorf("%s has %d agents of %d", g.ID, len(g.Agents), len(s.Agents))
		}
	}
	return nil
}

// GameSettings are a game of an experiment.
type GameSettings struct {
	ID       string           `json:"id"`
	Digest   string           `json:"digest,omitempty"`        // of the text that its rules were read from
	Openings string           `json:"openings"`                // as given
	Lines    string           `json:"lines"`                   // a hash of the moves, of openings from a file
	Moves    []string         `json:"opening-lines,omitempty"` // these moves
	Agents   []PlayerSettings `json:"agents"`                  // what each of the experiment's agents is in this game

	Game game.Game `json:"-"` // itself, or nil: then a win of it is taken to count 1
}

// PlayerSettings are an agent in one game.
type PlayerSettings struct {
	Spec      string           `json:"spec"`                // resolved
	Artefacts []agent.Artefact `json:"artefacts,omitempty"` // the files that it names
}

// OfLuck reports whether games that equal each other are luck and count, because chance
// has a part in some game, or because players must not be read.
func (s Settings) OfLuck() bool {
	return slices.ContainsFunc(s.Games, func(g GameSettings) bool {
		return g.Game != nil && (game.OfChance(g.Game) || game.OfSecrets(g.Game))
	})
}

// Amounts is what is won at a game, "" where games are won, drawn or lost and no more.
func (g GameSettings) Amounts() string {
	if g.Game == nil {
		return ""
	}
	return string(g.Game.Info().Amounts())
}

// Gammons reports whether a game may be won more than once over, as at backgammon.
func (g GameSettings) Gammons() bool {
	if g.Game == nil {
		return false
	}
	_, ok := g.Game.New().(game.Conceder)
	return ok
}

// maxScore is the most that can be won.
func (g GameSettings) maxScore() float64 {
	if g.Game == nil {
		return 1
	}
	return max(g.Game.Info().MaxScore, 1)
}

// AgentSettings are an agent of an experiment.
type AgentSettings struct {
	Name string `json:"name"`
	Spec string `json:"spec"`           // as given
	Full string `json:"full,omitempty"` // with every option, of the first format
}

// Resolved is the spec of an agent as it plays a game.
func (s Settings) Resolved(game, agent int) string {
	if s.Format == 0 {
		return s.Agents[agent].Full
	}
	return s.Games[game].Agents[agent].Spec
}

// SpecByGame is a resolved spec and the games in which it is an agent's.
type SpecByGame struct {
	Spec  string
	Games []string
}

// ByGame lists what an agent is, the games in which it is the same together.
func (s Settings) ByGame(agent int) (list []SpecByGame) {
	for i, g := range s.Games {
		spec := s.Resolved(i, agent)
		at := slices.IndexFunc(list, func(l SpecByGame) bool { return l.Spec == spec })
		if at < 0 {
			at, list = len(list), append(list, SpecByGame{Spec: spec})
		}
		list[at].Games = append(list[at].Games, g.ID)
	}
	return list
}

// Files are those that the experiment depends on, each said once.
func (s Settings) Files() (list []agent.Artefact) {
	once := map[artefact]bool{}
	for _, a := range artefacts(s) {
		if !once[a] {
			list = append(list, agent.Artefact{Name: a.name, Digest: a.digest})
		}
		once[a] = true
	}
	slices.SortFunc(list, func(a, b agent.Artefact) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Digest, b.Digest))
	})
	return list
}

// Timed reports whether time limits an agent in one of the games, so that its play
// depends on the machine: by its own option, or from outside if it thinks at all.
func (s Settings) Timed(agent int) bool {
	limits := []string{"time"}
	if s.Limits.Time > 0 {
		limits = append(limits, "sims", "nodes", "depth")
	}
	for game := range s.Games {
		_, options, _ := strings.Cut(s.Resolved(game, agent), ":")
		for option := range strings.SplitSeq(options, ",") {
			if name, _, _ := strings.Cut(option, "="); slices.Contains(limits, name) {
				return true
			}
		}
	}
	return false
}

// Settings of the experiment, which Check has found nothing wrong with.
func (e *Experiment) Settings() Settings {
	if err := e.resolve(); err != nil {
		panic("arena: an experiment that was not checked: " + err.Error())
	}
	s := Settings{
		Format: settingsFormat,
		Name:   e.Name, Schedule: e.Schedule, Rounds: e.Rounds, GamesPerPair: e.GamesPerPair, Unpaired: e.Unpaired,
		Draw: e.Draw, Seed: e.Seed, Stop: e.Stop, Limits: e.Limits, MaxPlies: e.MaxPlies, Resign: e.Resign,
	}
	for i, v := range e.Venues {
		g := GameSettings{
			ID: v.Game.Info().ID, Digest: game.Digest(v.Game),
			Openings: v.Openings.String(), Lines: v.Openings.digest(), Moves: v.Openings.Lines(v.Game), Game: v.Game,
		}
		for _, r := range e.resolved[i] {
			g.Agents = append(g.Agents, PlayerSettings{r.String(), r.Artefacts()})
		}
		s.Games = append(s.Games, g)
	}
	for _, a := range e.Entrants {
		s.Agents = append(s.Agents, AgentSettings{Name: a.Name, Spec: a.Spec.String()})
	}
	return s
}

// Experiment makes the experiment of which these are the settings: agents by what
// they were in each game, whatever their specs as given would mean today. The caller
// says how games are found. Files that are not what they were are refused.
func (s Settings) Experiment(agents *agent.Registry, parse func(id string) (game.Game, error)) (*Experiment, error) {
	e, err := s.made(agents, parse)
	if err != nil {
		return nil, err
	}
	if err := e.Check(); err != nil {
		return nil, err
	}
	return e, e.asStored(s)
}

// asStored refuses an experiment that is not the one of which these are the settings.
func (e *Experiment) asStored(s Settings) error {
	if changes := e.Changes(s); changes != nil {
		return fmt.Errorf("run %s cannot go on as it was (changed: %s): put that back, or begin anew under another name", s.Name, strings.Join(changes, ", "))
	}
	return nil
}

// made is the experiment before anything is checked but its games and specs.
func (s Settings) made(agents *agent.Registry, parse func(id string) (game.Game, error)) (*Experiment, error) {
	e := &Experiment{
		Name: s.Name, Schedule: s.Schedule, Rounds: s.Rounds, GamesPerPair: s.GamesPerPair, Unpaired: s.Unpaired,
		Draw: s.Draw, Seed: s.Seed, Stop: s.Stop, Limits: s.Limits, MaxPlies: s.MaxPlies, Resign: s.Resign,
	}
	for _, g := range s.Games {
		v, err := s.venue(g, parse)
		if err != nil {
			return nil, err
		}
		e.Venues = append(e.Venues, v)
	}
	for i, a := range s.Agents {
		entrant, err := s.entrant(i, a, agents)
		if err != nil {
			return nil, err
		}
		e.Entrants = append(e.Entrants, entrant)
	}
	return e, nil
}

// errGame is when a game is not what it was.
type errGame struct{ error }

func (e errGame) Unwrap() error { return e.error }

// venue makes a game and its openings.
func (s Settings) venue(g GameSettings, parse func(id string) (game.Game, error)) (v Venue, err error) {
	v.Game, err = parse(g.ID)
	if err == nil && g.Digest != "" && game.Digest(v.Game) != g.Digest {
		err = errors.New("its rules have changed")
	}
	var said errGame
	if errors.As(err, &said) {
		return v, err
	}
	if err != nil {
		who := "the match"
		if s.Name != "" {
			who = "run " + s.Name
		}
		return v, errGame{fmt.Errorf("%s needs %s as it was: %w", who, g.ID, err)}
	}
	switch {
	case g.Moves != nil:
		v.Openings, err = parseOpeningLines(v.Game, g.Openings, strings.Join(g.Moves, "\n"))
	case g.Lines != "":
		err = fmt.Errorf("the run does not hold the lines of %s, for an earlier gambito began it: go on with gambito tournament FILE", g.Openings)
	default:
		v.Openings, err = ParseOpenings(v.Game, g.Openings)
	}
	return v, err
}

// entrant reads a stored agent.
func (s Settings) entrant(i int, a AgentSettings, agents *agent.Registry) (e Entrant, err error) {
	e.Name = a.Name
	if e.Spec, err = agents.Parse(a.Spec); err != nil || s.Format == 0 {
		return e, err
	}
	for _, g := range s.Games {
		spec, err := agents.Parse(g.Agents[i].Spec)
		if err != nil {
			return e, err
		}
		e.byGame = append(e.byGame, spec)
	}
	return e, nil
}

// Plan of the games.
func (s Settings) Plan() Plan {
	return planOf(len(s.Games), len(s.Agents), s.Schedule, s.Rounds, s.GamesPerPair)
}

// Changes says in what the experiment differs from settings that were stored:
// files by their names, the rest by topics; nil if it plays the same games.
// What settings of the first format do not tell is taken to be the same.
func (e *Experiment) Changes(stored Settings) (list []string) {
	now := e.Settings()
	if stored.Format == 0 {
		stored = e.completed(stored, now)
	}
	was, is := artefacts(stored), artefacts(now)
	for use, a := range is {
		if old, known := was[use]; known && old.digest != a.digest {
			list = append(list, a.name)
		}
	}
	slices.Sort(list)
	list = slices.Compact(list) // a file may be of use in several games
	mine, _, err1 := now.canonical(false)
	others, _, err2 := stored.canonical(false)
	if err := errors.Join(err1, err2); err != nil {
		return append(list, err.Error())
	}
	for _, topic := range slices.Sorted(maps.Keys(mine)) {
		if string(mine[topic]) == string(others[topic]) {
			continue
		}
		if topic == "agents" {
			topic += now.otherAgents(stored)
		}
		list = append(list, topic)
	}
	if list == nil { // what is in files has no topic of its own
		hash, err := now.Hash()
		if old, failed := stored.Hash(); err != nil || failed != nil || hash != old {
			list = []string{"files"}
		}
	}
	return list
}

// otherAgents names, in brackets, the agents that are not what they were; nothing
// if there are more or fewer games or agents.
func (s Settings) otherAgents(o Settings) string {
	var names []string
	if len(s.Agents) != len(o.Agents) || len(s.Games) != len(o.Games) {
		return ""
	}
	for i, a := range s.Agents {
		same := a.Name == o.Agents[i].Name
		for g := range s.Games {
			same = same && i < len(o.Games[g].Agents) && s.Games[g].Agents[i].withDigests(false) == o.Games[g].Agents[i].withDigests(false)
		}
		if !same {
			names = append(names, a.Name)
		}
	}
	return " (" + strings.Join(names, ", ") + ")"
}

// completed is settings of the first format in the present one. Their agents are
// read again; what the files were nobody knows.
func (e *Experiment) completed(s, now Settings) Settings {
	s.Format, s.Games, s.Agents = now.Format, slices.Clone(s.Games), slices.Clone(s.Agents)
	for i := range s.Games {
		g := &s.Games[i]
		if i >= len(now.Games) || g.ID != now.Games[i].ID {
			continue
		}
		g.Digest = now.Games[i].Digest
		if g.Lines == now.Games[i].Lines {
			g.Moves = now.Games[i].Moves
		}
		for _, a := range s.Agents {
			player := PlayerSettings{Spec: a.Spec}
			if spec, err := e.Entrants[0].Spec.Another(a.Spec); err == nil {
				if r, err := spec.Within(e.Limits).For(e.Venues[i].Game); err == nil {
					player = PlayerSettings{r.String(), r.Artefacts()}
				}
			}
			g.Agents = append(g.Agents, player)
		}
	}
	for i := range s.Agents {
		s.Agents[i].Full = ""
	}
	return s
}

// artefact is a file that an experiment depends on.
type artefact struct{ name, digest string }

// use is what a file is for.
type use struct {
	game   string
	agent  int    // −1 if it is for all
	option string // or "" for the rules of the game
}

// artefacts are those of an experiment by what they are for.
func artefacts(s Settings) map[use]artefact {
	all := map[use]artefact{}
	for _, g := range s.Games {
		if g.Digest != "" {
			all[use{g.ID, -1, ""}] = artefact{"the rules of " + g.ID, g.Digest}
		}
		if g.Lines != "" {
			all[use{g.ID, -1, "openings"}] = artefact{"the openings " + g.Openings, g.Lines}
		}
		for i, p := range g.Agents {
			if i >= len(s.Agents) {
				break
			}
			for _, a := range p.Artefacts {
				all[use{g.ID, i, a.Option}] = artefact{fmt.Sprintf("the %s %s of agent %s", a.Option, a.Name, s.Agents[i].Name), a.Digest}
			}
		}
	}
	return all
}

// canonical is all that decides about the games, by topic: neither how a spec
// was written nor the name of a file matters. Without digests the content of
// files does not either.
func (s Settings) canonical(digests bool) (topics map[string]json.RawMessage, text []byte, err error) {
	s.Agents, s.Games = slices.Clone(s.Agents), slices.Clone(s.Games)
	for i := range s.Agents {
		s.Agents[i].Spec = ""
	}
	for i := range s.Games {
		g := &s.Games[i]
		g.Moves, g.Agents = nil, slices.Clone(g.Agents)
		if g.Lines != "" {
			g.Openings = ""
		}
		for j, p := range g.Agents {
			g.Agents[j] = PlayerSettings{Spec: p.withDigests(digests)}
		}
		if !digests {
			g.Digest = ""
			if g.Lines != "" {
				g.Lines = "from a file"
			}
		}
	}
	if text, err = json.Marshal(s); err != nil {
		return nil, nil, err
	}
	if err := json.Unmarshal(text, &topics); err != nil {
		return nil, nil, err
	}
	return s.byTopic(topics), text, nil
}

// byTopic moves what agents are in each game to the topic of the agents.
func (s Settings) byTopic(topics map[string]json.RawMessage) map[string]json.RawMessage {
	players := make([][]PlayerSettings, len(s.Games))
	games := slices.Clone(s.Games)
	for i := range games {
		players[i], games[i].Agents = games[i].Agents, nil
	}
	text, _ := json.Marshal(games) // it has been marshalled before
	topics["games"] = text
	text, _ = json.Marshal(players)
	topics["agents"] = append(topics["agents"], text...)
	return topics
}

// withDigests is the spec with files named by what is in them, or not at all.
func (p PlayerSettings) withDigests(digests bool) string {
	id, options, _ := strings.Cut(p.Spec, ":")
	list := strings.Split(options, ",")
	for _, a := range p.Artefacts {
		as := a.Option
		if digests {
			as += "=" + a.Digest
		}
		if i := slices.Index(list, a.Option+"="+a.Name); i >= 0 {
			list[i] = as
		} else { // not an option of the spec
			list = append(list, as)
		}
	}
	return id + ":" + strings.Join(list, ",")
}

// Hash is the same for experiments that play the same games.
func (s Settings) Hash() (string, error) {
	_, text, err := s.canonical(true)
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), err
}
