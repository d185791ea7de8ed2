package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"gambito/files"
	"gambito/game"
	"gambito/learn/dataset"
	"gambito/learn/folder"
	"gambito/learn/replay"
	"gambito/learn/setting"
	"gambito/learn/value"
	"gambito/neural"
)

type datasetCmd struct {
	Export datasetExportCmd `cmd:"" help:"Write the positions of a training's games as a data set."`
	Fit    datasetFitCmd    `cmd:"" help:"Fit a network to a data set."`
}

// Help is shown by --help.
func (datasetCmd) Help() string {
	return `A data set is positions to learn from, for other programs or from them. A row is the
board, the player to move (0 moves first in the game) and the label, how the game
ended for that player: −1, 0 or 1. FILE ends with one of

    .csv   columns game, board, player, label; a board is one symbol a cell from the
           top left: X the first player's, O the second's; "game" may be missing
    .npz   arrays of NumPy: board (positions × rows × columns of 1, −1 and 0),
           player, label, game

export takes the games of a folder of gambito train, methods alphazero, solver and
value; fit does what a stage of the method value does with them, and uct-net and
puct-net play with the network. There are data sets of games of stones on a
rectangle: connect4, othello and tictactoe.

Examples:

  gambito dataset export othello mine othello.csv
  gambito dataset fit othello othello.npz --out net.safetensors --set epochs=10
  gambito match othello uct-net:model=net.safetensors uct:sims=400`
}

// datasetFlags name the game and the file.
type datasetFlags struct {
	form *dataset.Form
	game game.Game
}

// open reads the spec of the game and looks at the name of the file.
func (f *datasetFlags) open(ctx context.Context, spec, file string) (err error) {
	if f.game, err = parseGame(ctx, spec); err != nil {
		return err
	}
	switch filepath.Ext(file) {
	case ".csv", ".npz":
	default:
		return fmt.Errorf("%s: a data set is a file that ends with .csv or .npz", file)
	}
	f.form, err = dataset.NewForm(f.game)
	return err
}

type datasetExportCmd struct {
	Game   string `arg:"" help:"Game spec, such as othello."`
	Folder string `arg:"" type:"path" help:"Folder of gambito train."`
	File   string `arg:"" type:"output" help:"File to write, .csv or .npz."`
	idleFlags

	datasetFlags
}

// Run writes the data set.
func (c datasetExportCmd) Run(s *session) error {
	if err := c.open(s.ctx, c.Game, c.File); err != nil {
		return err
	}
	data, err := files.Read(filepath.Join(c.Folder, folder.GamesFile))
	if err != nil {
		return fmt.Errorf("%s: no training has left games there: %w", c.Folder, err)
	}
	var games []*replay.Game
	if _, err := replay.Read(data, c.game, func(g *replay.Game) error {
		games = append(games, g)
		return nil
	}); err != nil {
		return fmt.Errorf("%s: %w", c.Folder, err)
	}
	rows := []dataset.Row{}
	for _, p := range value.Positions(c.game, games) {
		r, err := c.form.Row(p.State, p.Game, p.Result)
		if err != nil {
			return err
		}
		rows = append(rows, r)
	}
	write := c.form.WriteCSV
	if filepath.Ext(c.File) == ".npz" {
		write = c.form.WriteNPZ
	}
	if err := files.ReplaceBy(c.File, func(w io.Writer) error { return write(w, rows) }); err != nil {
		return failure{err}
	}
	fmt.Fprintf(s.stdout, "%s: %d positions of %d games\n", c.File, len(rows), len(games))
	return nil
}

type datasetFitCmd struct {
	Game   string `arg:"" help:"Game spec, such as othello."`
	File   string `arg:"" type:"path" help:"Data set to learn from, .csv or .npz."`
	Out    string `required:"" type:"output" placeholder:"MODEL" help:"File for the network, such as net.safetensors."`
	Preset string `default:"paper" help:"Settings of the method value to begin with (default: ${default})."`
	Set    string `placeholder:"NAME=VALUE,…" help:"Change settings, such as epochs=10,batch=256; gambito train GAME --method value --options lists them."`
	seedFlag
	jobsFlag
	jsonFlag
	quietFlag

	datasetFlags
}

// Run fits a network.
func (c datasetFitCmd) Run(s *session) error {
	if err := c.open(s.ctx, c.Game, c.File); err != nil {
		return err
	}
	encoded, err := neural.Encoded(c.game)
	if err != nil {
		return err
	}
	settings, err := value.Preset(c.Preset, c.game)
	if err == nil {
		err = setting.Set(value.Options, &settings, c.Set)
	}
	if err != nil {
		return err
	}
	settings.Seed = c.Seed
	positions, games, err := c.read()
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	count, begin := counter{bar: c.bar()}, time.Now()
	fitted, err := settings.Fit(s.ctx, encoded, positions, nil, c.Jobs, count.show, func(value.Epoch) {})
	count.bar.Clear()
	switch {
	case errors.Is(err, context.Canceled):
		return failure{errors.New("stopped: there is no network")}
	case err != nil:
		return err
	}
	data, err := fitted.Model.Encode()
	if err == nil {
		err = files.Replace(c.Out, data)
	}
	if err != nil {
		return failure{err}
	}
	stage := value.Stage{Games: games, Learnt: fitted.Learnt, HeldOut: fitted.HeldOut, Epochs: fitted.Epochs, Quality: fitted.Quality(), Seconds: time.Since(begin).Seconds()}
	if c.JSON {
		return s.printJSON(stage)
	}
	fmt.Fprintf(s.stdout, "%s: %d games, %d positions and %d held out; %d epochs, %s\n", c.Out, stage.Games, stage.Learnt, stage.HeldOut, len(stage.Epochs), heldOutText(stage.Quality))
	return nil
}

// read reads the data set, and counts its games.
func (c datasetFitCmd) read() (positions []value.Position, games int, err error) {
	data, err := files.Read(c.File)
	if err != nil {
		return nil, 0, err
	}
	var rows []dataset.Row
	if filepath.Ext(c.File) == ".npz" {
		rows, err = c.form.ReadNPZ(data)
	} else {
		rows, err = c.form.ReadCSV(strings.NewReader(string(data)))
	}
	if err != nil {
		return nil, 0, err
	}
	for i, r := range rows {
		state, err := c.form.Position(r)
		if err != nil {
			return nil, 0, fmt.Errorf("row %d: %w", i+1, err)
		}
		if i == 0 || r.Game != rows[i-1].Game {
			games++
		}
		positions = append(positions, value.Position{State: state, Result: r.Label, Game: r.Game})
	}
	return positions, games, nil
}
