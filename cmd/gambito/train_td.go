package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"gambito/api"
	"gambito/crew"
	"gambito/games/backgammon/bearoff"
	"gambito/learn/folder"
	"gambito/learn/setting"
	"gambito/learn/td"
	"gambito/learn/training"
	"gambito/stats"
)

// tdFlags are those of learning by temporal differences: settings for which there
// are flags, and when to measure.
type tdFlags struct {
	Games     *int     `help:"Games to learn from (default: ${td_games}; of patterns by the preset)."`
	Hidden    *int     `help:"Hidden units of each network (default: ${td_hidden})."`
	Lambda    *float64 `help:"How much of later positions a target takes, from 0 to 1 (default: ${td_lambda}; of patterns by the preset)."`
	Rate      *float64 `help:"Rate of learning at first (default: ${td_rate}; of patterns by the preset)."`
	FinalRate *float64 `help:"Rate of learning at the end (default: ${td_final_rate}; of patterns by the preset)."`
	Explore   *float64 `help:"Share of games that begin with turns by Pubeval for one side (default: ${td_explore}); of patterns share of moves tried at random."`
	Every     int      `default:"${td_every}" help:"Games between two measurements (default: ${default}, against Pubeval; of patterns by the preset)."`
	Measure   int      `default:"${td_measure}" help:"Games of a measurement, 0 for none (default: ${default}; of patterns by the preset)."`
}

// tdVars are what the help of the flags says of defaults.
func tdVars() kong.Vars {
	vars := kong.Vars{"td_every": strconv.Itoa(td.DefaultMeasuring.Every), "td_measure": strconv.Itoa(td.DefaultMeasuring.Games)}
	for _, o := range setting.Defaults(td.Options, td.Default) {
		vars["td_"+o.Name] = o.Default
	}
	return vars
}

// given reports whether any of the flags was.
func (f tdFlags) given() bool {
	return f.set("") != "" || f.Every != td.DefaultMeasuring.Every || f.Measure != td.DefaultMeasuring.Games
}

// set writes the settings among the flags as --set does, before those of --set.
func (f tdFlags) set(others string) string {
	var list []string
	for _, flag := range []struct {
		name  string
		value *int
	}{{"games", f.Games}, {"hidden", f.Hidden}} {
		if flag.value != nil {
			list = append(list, fmt.Sprintf("%s=%d", flag.name, *flag.value))
		}
	}
	for _, flag := range []struct {
		name  string
		value *float64
	}{{"lambda", f.Lambda}, {"rate", f.Rate}, {"final_rate", f.FinalRate}, {"explore", f.Explore}} {
		if flag.value != nil {
			list = append(list, fmt.Sprintf("%s=%g", flag.name, *flag.value))
		}
	}
	if others != "" {
		list = append(list, others)
	}
	return strings.Join(list, ",")
}

// measuring writes when to measure as --set does, before those of --set.
func (f tdFlags) measuring(others string) string {
	var list []string
	if f.Every != td.DefaultMeasuring.Every {
		list = append(list, fmt.Sprintf("every=%d", f.Every))
	}
	if f.Measure != td.DefaultMeasuring.Games {
		list = append(list, fmt.Sprintf("measure=%d", f.Measure))
	}
	if others != "" {
		list = append(list, others)
	}
	return strings.Join(list, ",")
}

// tablesOf are the tables of the ends of games, in the data folder.
func tablesOf(s *session) func() *bearoff.Tables {
	return func() *bearoff.Tables {
		tables, err := bearoff.In(s.agents.Environment.Folder())
		if err != nil {
			fmt.Fprintf(os.Stderr, "gambito: the tables could not be kept: %v\n", err)
		}
		return tables
	}
}

// showMeasurement tells how the networks did against Pubeval.
func (d *trainDashboard) showMeasurement(m td.Measurement) {
	if m.Played > 0 && !d.cmd.Quiet {
		fmt.Fprintf(os.Stderr, "%d games learned from: wins %.1f%% against Pubeval, %+.3f points a game ± %.3f\n", m.Games, 100*m.Wins, m.Points, stats.Z95*m.Error)
	}
}

// endTD prints what has come of it, also if the time of --for has ended it.
func (c trainCmd) endTD(s *session, t training.Training, err error, took time.Duration) error {
	done, games := t.Done()
	switch {
	case errors.Is(err, context.Canceled):
		return failure{fmt.Errorf("training stopped after %d of %d games; the same command goes on", done, games)}
	case crew.InDoubt(err) != nil:
		return failure{fmt.Errorf("%w; its batch is dropped, and the same command plays it again", err)}
	case err != nil && !errors.Is(err, context.DeadlineExceeded):
		return failure{err}
	}
	history := []td.Measurement(nil)
	for _, step := range t.History() {
		history = append(history, step.Result.(td.Measurement))
	}
	name := filepath.Join(c.Out, folder.ModelFile)
	if c.JSON {
		return s.printJSON(api.TDTraining{Model: name, Settings: t.Settings().(td.Settings), Done: done, Seconds: took.Seconds(), History: history})
	}
	fmt.Fprintf(s.stdout, "%9s %7s %8s\n", "games", "wins", "points")
	for _, m := range history {
		fmt.Fprintf(s.stdout, "%9d %6.1f%% %+8.3f ± %.3f\n", m.Games, 100*m.Wins, m.Points, stats.Z95*m.Error)
	}
	state := "finished"
	if done < games {
		state = "not finished; the same command goes on"
	}
	fmt.Fprintf(s.stdout, "%d of %d games learned from, %s, %.0f s now: %s\n", done, games, state, took.Seconds(), name)
	return nil
}
