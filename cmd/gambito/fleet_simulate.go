package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"gambito/api"
	"gambito/fleet/simulate"
	"gambito/progress"
	"gambito/report/chart"
	"gambito/table"
)

type fleetSimulateCmd struct {
	Workers    []int         `default:"10,100,1000,10000" placeholder:"N,…" help:"How many workers; several numbers give a row each (default: ${default})."`
	Jobs       int           `default:"1" help:"Cores that each worker lends (default: ${default})."`
	Units      int           `placeholder:"N" help:"Games, or other units, to be done (default: what takes the fleet five minutes)."`
	Mean       time.Duration `default:"2s" help:"How long a unit takes one core, in the mean (default: ${default})."`
	Spread     string        `default:"50%" placeholder:"SHARE" help:"Standard deviation of that, as a share of the mean (default: ${default})."`
	Uneven     string        `default:"10%" placeholder:"SHARE" help:"The same of workers' speeds (default: ${default})."`
	Fail       string        `default:"1%/min" placeholder:"CHANCE" help:"Chance that a worker dies within a minute; it is back after --back (default: ${default})."`
	Back       time.Duration `default:"1m" help:"How long a worker that died is away (default: ${default})."`
	Pause      string        `default:"0%/min" placeholder:"CHANCE" help:"Chance that a worker stands still from a minute to the next, for --pause-for (default: ${default})."`
	PauseFor   time.Duration `default:"1m" help:"How long it stands still (default: ${default})."`
	Latency    time.Duration `default:"2ms" help:"How long a message takes from one machine to another (default: ${default})."`
	Patience   time.Duration `default:"20s" help:"How long the broker waits for a worker that is silent (default: ${default})."`
	BrokerRate float64       `default:"5000" placeholder:"N" help:"Messages a second that each of the broker's two streams stores or removes for good (default: ${default})."`
	StoreRate  float64       `default:"20000" placeholder:"N" help:"Units a second that the coordinator stores (default: ${default})."`
	SVG        string        `name:"svg" type:"output" placeholder:"FILE" help:"Draw the units done a second over the number of workers."`
	seedFlag
	jsonFlag
	quietFlag
}

// Help is shown by --help.
func (fleetSimulateCmd) Help() string {
	return `The coordinator's real logic hands out work to workers that do not exist, by a
model of the broker and a clock that jumps: 10,000 workers take seconds. It tells
how much of the fleet's time goes into results and what the rest goes into:

  useful       results that count
  twice        done twice so that nobody waits for the slowest
  compared     done again to compare workers with each other
  lost         what died with its worker
  away         workers that were dead or stood still
  idle         cores that waited: for the first piece, the last, or the broker

A rate of the broker is what its disk allows: 5,000 messages a second if it keeps
something for good in 0.2 ms, 1,000 if that takes a millisecond.

Examples:

  gambito fleet simulate
  gambito fleet simulate --workers 10000 --mean 2s --fail 1%/min
  gambito fleet simulate --workers 64 --mean 1s --fail 0% --units 10000
  gambito fleet simulate --workers 100,1000,10000 --broker-rate 1000 --svg curve.svg`
}

// Validate is called by the command-line parser.
func (c fleetSimulateCmd) Validate() error {
	if len(c.Workers) == 0 {
		return errors.New("--workers: say how many, such as 100,1000")
	}
	if !(c.StoreRate >= 1) {
		return fmt.Errorf("--store-rate %v: it must be 1 or more", c.StoreRate)
	}
	for _, n := range c.Workers {
		s, err := c.settings(n)
		if err == nil {
			err = s.Check()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// settings are those of a fleet of some workers.
func (c fleetSimulateCmd) settings(workers int) (s simulate.Settings, err error) {
	s = simulate.Usual()
	s.Workers, s.Jobs, s.Units, s.Mean, s.Seed = workers, c.Jobs, c.Units, c.Mean, c.Seed
	s.Back, s.PauseFor, s.Latency, s.Patience = c.Back, c.PauseFor, c.Latency, c.Patience
	s.Durable, s.PerUnit = c.BrokerRate, time.Duration(float64(time.Second)/c.StoreRate)
	for _, share := range []struct {
		flag, text string
		to         *float64
	}{{"spread", c.Spread, &s.Spread}, {"uneven", c.Uneven, &s.Uneven}, {"fail", c.Fail, &s.Fail}, {"pause", c.Pause, &s.Pause}} {
		if *share.to, err = readShare(share.text); err != nil {
			return s, fmt.Errorf("--%s %w", share.flag, err)
		}
	}
	if s.Units == 0 && s.Mean > 0 && workers > 0 && s.Jobs > 0 {
		const usual = 5 * time.Minute
		cores := float64(workers) * float64(s.Jobs)
		s.Units = int(min(max(cores*usual.Seconds()/s.Mean.Seconds(), 1), simulate.MaxUnits/4))
	}
	return s, nil
}

// readShare reads 1%, 1%/min or 0.01.
func readShare(text string) (float64, error) {
	number, _ := strings.CutSuffix(text, "/min")
	number, percent := strings.CutSuffix(number, "%")
	x, err := strconv.ParseFloat(number, 64)
	if err != nil || math.IsNaN(x) || x < 0 {
		return 0, fmt.Errorf("%q: it must be a share such as 1%% or 0.01", text)
	}
	if percent {
		x /= 100
	}
	return x, nil
}

// Run simulates and shows.
func (c fleetSimulateCmd) Run(s *session) error {
	var all []simulate.Settings
	total, before := 0, 0
	for _, n := range c.Workers {
		settings, err := c.settings(n)
		if err != nil {
			return err
		}
		total += settings.Units
		all = append(all, settings)
	}
	bar := c.bar()
	var told []api.FleetForecast
	for _, settings := range all {
		r, err := simulate.Run(s.ctx, settings, func(done int) {
			bar.Show(progress.Step{What: "units", Done: before + done, Total: total})
		})
		if err != nil {
			bar.Clear()
			if errors.Is(err, context.Canceled) {
				err = errors.New("fleet simulate stopped; it has no result")
			}
			return failure{err}
		}
		before += settings.Units
		told = append(told, forecast(settings, r))
	}
	bar.Clear()
	var err error
	if c.JSON {
		err = s.printJSON(told)
	} else {
		c.print(s, told)
	}
	if c.SVG != "" {
		err = errors.Join(err, writeChart(c.SVG, "", forecastChart(told)))
	}
	return err
}

// forecast is a result as others read it.
func forecast(s simulate.Settings, r simulate.Result) api.FleetForecast {
	return api.FleetForecast{
		Workers: s.Workers, Jobs: s.Jobs, Units: s.Units, Seconds: r.Seconds, Ideal: r.Ideal,
		Speed: float64(s.Units-r.Aside) / r.Seconds,
		Time: api.FleetTime{Useful: r.Useful, Twice: r.Doubled, Compared: r.Audited,
			Lost: r.Lost, Away: r.Away, Idle: r.Idle},
		Pieces: r.Pieces, Piece: r.Piece, Messages: r.Messages, Work: r.Work, Results: r.Results,
		Coordinator: r.Coordinator, Waited: r.Waited, Deaths: r.Deaths, Pauses: r.Pauses, Aside: r.Aside,
		Logic: float64(r.Logic) / float64(time.Microsecond),
	}
}

func (c fleetSimulateCmd) print(s *session, told []api.FleetForecast) {
	fmt.Fprintf(s.stdout, "units of %v ± %s, workers of %s that fail %s, a broker of %g messages a second, seed %d\n\n",
		c.Mean, c.Spread, counted(c.Jobs, "job"), c.Fail, c.BrokerRate, c.Seed)
	rows := [][]string{{"workers", "units", "seconds", "units/s", "useful", "twice", "compared", "lost", "away", "idle",
		"piece", "messages/s", "broker", "coordinator", "logic"}}
	percent := func(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }
	for _, f := range told {
		t := f.Time
		rows = append(rows, []string{
			strconv.Itoa(f.Workers), strconv.Itoa(f.Units), fmt.Sprintf("%.1f", f.Seconds), fmt.Sprintf("%.1f", f.Speed),
			percent(t.Useful), percent(t.Twice), percent(t.Compared), percent(t.Lost), percent(t.Away), percent(t.Idle),
			fmt.Sprintf("%.2g s", f.Piece), fmt.Sprintf("%.0f", f.Messages), percent(max(f.Work, f.Results)),
			percent(f.Coordinator), fmt.Sprintf("%.1f µs", f.Logic),
		})
	}
	table.Style{}.Write(s.stdout, rows)
	fmt.Fprintln(s.stdout, "\nuseful … idle are shares of the cores' time; broker and coordinator say how busy they were;")
	fmt.Fprintln(s.stdout, "logic is what an answer cost this machine, measured.")
}

// forecastChart draws units a second over workers, beside what the ideal would be.
func forecastChart(told []api.FleetForecast) chart.Chart {
	real, ideal := chart.Series{Name: "fleet", Marks: true}, chart.Series{Name: "ideal", Dashed: true}
	for _, f := range told {
		x := float64(f.Workers)
		real.X, real.Y = append(real.X, x), append(real.Y, f.Speed)
		ideal.X, ideal.Y = append(ideal.X, x), append(ideal.Y, float64(f.Units-f.Aside)/f.Ideal)
	}
	return chart.Chart{
		Title: "A fleet by simulation", Series: []chart.Series{real, ideal},
		X: chart.Axis{Label: "workers", Log: true}, Y: chart.Axis{Label: "units a second", Log: true},
	}
}
