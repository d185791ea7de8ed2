// Command gambito is a workbench for game-playing AI. Each verb has a file of
// its own, which reads flags, calls the packages and shows what they return.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"gambito/agent"
	"gambito/agents"
	"gambito/config"
	"gambito/game"
	"gambito/games"
	"gambito/games/backgammon/cube"
	"gambito/gdl"
	"gambito/kept"
	"gambito/learn/breed"
	"gambito/protocol/engine"
	"gambito/protocol/ggp"
	"gambito/protocol/gnubg"
	"gambito/protocol/gtp"
	"gambito/protocol/nboard"
	"gambito/review"
	"gambito/table"
	"gambito/terminal"
	"gambito/words"
)

const about = `A workbench for game-playing AI: play board games against agents, let agents meet, measure.

Examples:

  gambito games                                    what can be played
  gambito play connect4                            play in the terminal
  gambito serve --open                             the same and more on a page
  gambito play othello --level 3 --as second       let an agent start
  gambito match othello random random -n 2000      let agents meet
  gambito tournament --example > mine.yaml         an experiment to begin with
  gambito tournament mine.yaml                     run it, or go on with it
  gambito report policies --html policies.html     its tables and plots
  gambito review last --html page.html             what your moves have cost
  gambito analyze othello --moves f5d6c3           what a position is worth
  gambito train connect4 --out mine                let a network learn
  gambito gtp othello level:8                      an engine for other boards

Games and agents take options: connect4:8x6, tictactoe:size=5,run=4. The game
gdl:FILE is that of a rulesheet in the Game Description Language, gdl:hex that of
one that comes with gambito.
gambito VERB --help explains a verb.`

// groups are the headings of verbs.
var groups = kong.Groups{
	"play": "Play and learn:", "compare": "Compare:", "train": "Train:", "teach": "Teach:", "fleet": "Many machines:",
	"others": "Rulesheets, and other programs:", "gambito": "About gambito:",
}

// cli is the command line; every verb is a struct of flags with a Run method.
type cli struct {
	Games   gamesCmd   `cmd:"" group:"play" help:"List the games and their options."`
	Agents  agentsCmd  `cmd:"" group:"play" help:"List the agents and their options."`
	Play    playCmd    `cmd:"" group:"play" help:"Play a game in the terminal."`
	Serve   serveCmd   `cmd:"" group:"play" help:"Serve a page to play, analyse and learn on."`
	Levels  levelsCmd  `cmd:"" group:"play" help:"List the levels of games, or measure how strong they are."`
	Watch   watchCmd   `cmd:"" group:"play" help:"Watch agents play a game."`
	Replay  replayCmd  `cmd:"" group:"play" help:"Step through a game of a file."`
	Saved   savedCmd   `cmd:"" group:"play" help:"List, show, export and delete the games you have played."`
	Review  reviewCmd  `cmd:"" group:"play" help:"Tell what the moves of a game have cost."`
	Analyze analyzeCmd `cmd:"" group:"play" help:"Let an agent tell what it thinks of a position."`
	Solve   solveCmd   `cmd:"" group:"play" help:"Find the exact value of positions."`

	Match          matchCmd          `cmd:"" group:"compare" help:"Let two agents play a number of games."`
	Tournament     tournamentCmd     `cmd:"" group:"compare" help:"Play an experiment, or go on with it."`
	Runs           runsCmd           `cmd:"" group:"compare" help:"List, show, export and delete stored runs."`
	Report         reportCmd         `cmd:"" group:"compare" help:"Show the tables and plots of a stored run."`
	Reproduce      reproduceCmd      `cmd:"" group:"compare" help:"Repeat published experiments."`
	Bandit         banditCmd         `cmd:"" group:"compare" help:"Measure selection policies on bandit problems."`
	Exploitability exploitabilityCmd `cmd:"" group:"compare" help:"Tell how much a strategy gives away in a game with secrets."`
	Accuracy       accuracyCmd       `cmd:"" group:"compare" help:"Measure an agent against the exact solution."`

	Train   trainCmd   `cmd:"" group:"train" help:"Let an agent learn a game from playing against itself."`
	Evolve  evolveCmd  `cmd:"" group:"train" help:"Breed the numbers by which a player plays."`
	Network networkCmd `cmd:"" group:"train" help:"Show and export networks."`
	Tune    tuneCmd    `cmd:"" group:"train" help:"Find the options with which an agent wins more."`
	Balance balanceCmd `cmd:"" group:"train" help:"Weigh the moves of playouts so that their mean tells the truth."`
	Dataset datasetCmd `cmd:"" group:"train" help:"Write positions to learn from for other programs, and learn from theirs."`
	Fit     fitCmd     `cmd:"" group:"train" help:"Fit the weights of an evaluation to games."`

	Worker workerCmd `cmd:"" group:"fleet" help:"Lend this machine to a fleet."`
	Fleet  fleetCmd  `cmd:"" group:"fleet" help:"Let many machines work for one experiment."`

	Explain explainCmd `cmd:"" group:"teach" help:"Show the tree that a search algorithm walks."`
	Matrix  matrixCmd  `cmd:"" group:"teach" help:"Solve a game in which all choose at once: equilibria, values, dynamics."`
	Moves   movesCmd   `cmd:"" group:"teach" help:"List the legal moves of a position."`
	Perft   perftCmd   `cmd:"" group:"teach" help:"Count the leaves of the game tree to a depth."`
	Measure measureCmd `cmd:"" group:"teach" help:"Measure how large games are: branching, length, search space."`
	Bearoff bearoffCmd `cmd:"" group:"teach" help:"How many rolls the end of a backgammon game takes, and who wins it."`

	GDL    gdlCmd    `cmd:"" group:"others" name:"gdl" help:"Work with rulesheets in the Game Description Language."`
	GGP    ggpCmd    `cmd:"" group:"others" name:"ggp" help:"Play over the protocol of General Game Playing, or run matches."`
	GTP    gtpCmd    `cmd:"" group:"others" name:"gtp" help:"Be an engine for boards that speak the Go Text Protocol."`
	NBoard nboardCmd `cmd:"" group:"others" name:"nboard" help:"Be an Othello engine for the board NBoard."`

	Bench      benchCmd      `cmd:"" group:"gambito" help:"Measure speeds."`
	Drill      drillCmd      `cmd:"" group:"gambito" help:"Kill processes, fill disks and damage files: nothing may be lost."`
	Schema     schemaCmd     `cmd:"" group:"gambito" help:"Print the JSON Schema of results and game records."`
	Completion completionCmd `cmd:"" group:"gambito" help:"Print a script with which a shell completes gambito's words."`
	Defaults   configCmd     `cmd:"" group:"gambito" name:"config" help:"Show which defaults hold, and where they come from."`
	About      versionCmd    `cmd:"" group:"gambito" name:"version" help:"Say which gambito this is."`
	Man        manCmd        `cmd:"" group:"gambito" help:"Print the manual page."`
	Complete   completeCmd   `cmd:"" group:"gambito" hidden:"" passthrough:"" help:"List how a word can be completed, for those scripts."`

	configFlags
	Version kong.VersionFlag `help:"Print the version and stop."`
}

// Flags that several verbs share.
type (
	jsonFlag struct {
		JSON bool `name:"json" help:"Print the result as JSON."`
	}
	seedFlag struct {
		Seed uint64 `default:"1" help:"Seed of all randomness; the same seed gives the same result (default: ${default})."`
	}
	jobsFlag struct {
		Jobs int `default:"${cores}" help:"How many cores to use; results do not depend on it (default: all, ${default})."`
	}
	// idleFlags are taken by every verb, also where nothing depends on them.
	idleFlags struct {
		Seed uint64 `hidden:""`
		Jobs int    `hidden:""`
	}
	quietFlag struct {
		Quiet bool `short:"q" help:"Show results only, no progress."`
	}
)

// Validate is called by the command-line parser.
func (f jobsFlag) Validate() error {
	if f.Jobs < 1 {
		return fmt.Errorf("--jobs %d: it must be 1 or more", f.Jobs)
	}
	return nil
}

// positionFlags choose a position of a game.
type positionFlags struct {
	Game     string `arg:"" help:"Game spec, such as connect4 or connect4:8x6."`
	Position string `xor:"position" help:"Position to start from, as the game writes it."`
	Moves    string `xor:"moves" help:"Moves to make first, such as 4433 (connect4), f5d6c3 (othello), 'd3 c3' (others), 'up,left up,up' (tron)."`
}

// chosen is what positionFlags choose.
type chosen struct {
	game  game.Game
	start game.State
	moves []game.Move
	state game.State // after the moves
}

// unless returns what work comes to, or the error of ctx as soon as that ends. The work is
// such as cannot be told to stop and leaves nothing behind; it ends with the process,
// which is about to.
func unless[T any](ctx context.Context, work func() (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		v, err := work()
		done <- outcome{v, err}
	}()
	select {
	case o := <-done:
		return o.value, o.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// parseGame makes the game that a spec names.
func parseGame(ctx context.Context, text string) (game.Game, error) {
	if strings.HasPrefix(text, "gdl:") {
		defer wait("compiling " + text)()
	}
	g, err := unless(ctx, func() (game.Game, error) { return games.Parse(text) })
	if err == nil {
		noteFallback(g)
	}
	return g, err
}

func (f positionFlags) choose(ctx context.Context) (chosen, error) {
	g, err := parseGame(ctx, f.Game)
	if err != nil {
		return chosen{}, err
	}
	return f.chooseIn(g)
}

// chooseIn chooses a position of g.
func (f positionFlags) chooseIn(g game.Game) (_ chosen, err error) {
	start := g.New()
	if f.Position != "" {
		if start, err = g.ParsePosition(f.Position); err != nil {
			return chosen{}, err
		}
	}
	state := start.Clone()
	moves, err := game.ParseLine(g, state, f.Moves)
	if err != nil {
		return chosen{}, fmt.Errorf("--moves %q: %w", f.Moves, err)
	}
	return chosen{g, start, moves, state}, nil
}

// session is what verbs get from the process they run in.
type session struct {
	ctx        context.Context
	interrupts *terminal.Interrupts
	stdout     *terminal.Screen
	in         *terminal.Input
	agents     *agent.Registry
	kept       kept.Folder // games that people play

	config   config.File
	defaults []config.Setting // that hold, flags aside
}

// printJSON prints a result as one line.
func (s *session) printJSON(v any) error {
	encoder := json.NewEncoder(s.stdout)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return failure{fmt.Errorf("the result could not be written: %w", err)}
	}
	return nil
}

// failure is an error of the work itself, as opposed to wrong usage or bad
// input: its exit code is 1, not 2.
type failure struct{ error }

func (f failure) Unwrap() error { return f.error }

func main() { os.Exit(execute(os.Args[1:])) }

func execute(args []string) int { return executeBy(newParser, args) }

// executeBy is execute with the command line that a function declares.
func executeBy(declare func(config.File) *kong.Kong, args []string) int {
	switch {
	case len(args) == 0:
		args = []string{"--help"}
	case args[0] == "help": // gambito help VERB
		args = append(args[1:], "--help")
	}
	ctx, interrupts := terminal.Signals(context.Background())
	args = negativeMatrix(args)
	file, err := readConfig(args)
	if err != nil {
		return exitCode(err)
	}
	defaults := file.Settings(os.Getenv)
	parser := declare(file)
	parsed, err := parser.Parse(args)
	if err == nil {
		err = needsValue(parsed, args)
	}
	if err == nil {
		err = tooFar(parsed)
	}
	if err != nil {
		return exitCode(explainUsage(parser, args, err))
	}
	defer engine.EndAll()
	setColour(parsed.Model.Target.Interface().(cli).Colour)
	stdout, in := terminal.NewScreen(os.Stdout), terminal.NewInput(os.Stdin)
	table := terminal.NewScreen(os.Stderr) // where a match talks with a person
	table.Words = words.For(words.FromEnvironment(os.Getenv))
	data := dataFolder(parsed)
	keepCompiled(data)
	err = parsed.Run(parser, &session{
		ctx: ctx, interrupts: interrupts, stdout: stdout, in: in, kept: kept.In(data), config: file, defaults: defaults,
		agents: agents.New(agent.NewEnvironment(data).Until(ctx),
			gnubg.Entry,
			ggp.Entry(),
			gtp.Entry,
			nboard.Entry,
			terminal.HumanEntry(table, in)),
	})
	if err == nil && stdout.Err() != nil {
		err = failure{fmt.Errorf("the result could not be written: %w", stdout.Err())}
	}
	return exitCode(err)
}

// newParser declares the command line, with the defaults of a file.
func newParser(file config.File) *kong.Kong {
	parser, err := kong.New(&cli{}, tdVars(), setDefaults(file),
		kong.Name("gambito"), kong.Description(about), kong.NamedMapper("output", kong.MapperFunc(outputFile)),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}), groups,
		kong.WithHyphenPrefixedParameters(true), // Othello's positions may start with one
		kong.Vars{
			"version": versionText(), "config": file.Path, "colour": usualColour(file),
			"cores": strconv.Itoa(runtime.NumCPU()), "data": dataHelp(),
			"judge": review.JudgeHelp, "middle": strconv.Itoa(agents.MiddleLevel), "levels": strconv.Itoa(agents.Levels),
			"live":            strconv.FormatFloat(cube.Live, 'g', -1, 64),
			"breedplayers":    strings.Join(breed.Players(), ", "),
			"presets":         strings.Join(breed.Presets(), ", "),
			"strategymethods": strategyMethods(),
			"matrixmethods":   strings.Join(methodNames(), ", "),
			"works":           strings.Join(drillWorks(), ", "),
			"groundSteps":     strconv.FormatInt(gdl.DefaultLimits.Steps/1_000_000, 10), "groundMemory": strconv.FormatInt(gdl.DefaultLimits.Memory>>20, 10),
		},
	)
	if err != nil {
		panic(err) // the declarations above are wrong
	}
	parser.Model.HelpFlag.Help = "Show how it is used."
	nameResults(parser)
	return parser
}

// exitCode prints an error as one line and returns the exit code.
func exitCode(err error) int {
	if err == nil {
		return 0
	}
	message := plainWords(err)
	stopped := errors.Is(err, context.Canceled) && strings.HasSuffix(message, context.Canceled.Error()) // whoever was at work
	if stopped {
		message = "stopped by a signal"
	}
	notice(shortened(message))
	if stopped || errors.As(err, new(failure)) {
		return 1
	}
	return 2
}

// notice says something beside the results, in one line; on a terminal it is broken
// between words.
func notice(text string) { table.Paragraph(terminal.NewScreen(os.Stderr), "gambito: ", text) }

// shortened leaves out the middle of a message that quotes a very long input.
func shortened(message string) string {
	const most, head, tail = 600, 300, 200
	if len(message) <= most {
		return message
	}
	return strings.ToValidUTF8(message[:head], "") + " … " + strings.ToValidUTF8(message[len(message)-tail:], "")
}
