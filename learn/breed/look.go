package breed

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"gambito/files"
	"gambito/learn/genetic"
)

// View is an evolution as its file shows it, to whoever does not breed.
type View struct {
	Settings   Settings
	Kind       Kind
	Log        []genetic.Entry
	Population []genetic.Member // the last generation, the fittest first
	Reason     genetic.Reason   // why no generation is left to breed, "" if one is

	// Finalists are nil until the finals of these generations were played; Against is
	// whom they have met.
	Finalists []Finalist
	Against   string
}

// finals is what is kept beside the file of an evolution: all settings, and what came of
// the finals.
type finals struct {
	Settings    Settings   `json:"settings"`
	Generations int        `json:"generations"`
	Against     string     `json:"against"`
	Finalists   []Finalist `json:"finalists"`
}

// FinalsFile is the file of the finals beside that of an evolution.
func FinalsFile(name string) string { return name + ".finals" }

// Look looks at the file of an evolution, which another process may be writing: it takes
// no lock, for what it reads is always a whole generation.
func Look(name string) (View, error) {
	data, err := files.ReadSealed(name)
	if errors.Is(err, fs.ErrNotExist) {
		return View{}, err
	}
	var v View
	if err == nil {
		v, err = look(data)
	}
	if err != nil {
		return View{}, fmt.Errorf("%s: %w", name, err)
	}
	beside, err := files.ReadSealed(FinalsFile(name))
	if errors.Is(err, fs.ErrNotExist) {
		return v, nil
	}
	if err != nil {
		return v, fmt.Errorf("%s: %w", FinalsFile(name), err)
	}
	var f finals
	if err := json.Unmarshal(beside, &f); err != nil {
		return v, fmt.Errorf("%s: it is no result of finals: %w", FinalsFile(name), err)
	}
	if f.Settings.fitness() == v.Settings.fitness() {
		v.Settings.Finalists, v.Settings.FinalGames = f.Settings.Finalists, f.Settings.FinalGames
	}
	if f.Generations == len(v.Log) && v.Reason != "" {
		v.Finalists, v.Against = f.Finalists, f.Against
	}
	return v, nil
}

// look reads what Save has written.
func look(data []byte) (View, error) {
	about, s, err := genetic.Describe(data)
	if err != nil {
		return View{}, err
	}
	v := View{Settings: Default()}
	if err := json.Unmarshal([]byte(about), &v.Settings); err != nil {
		return View{}, fmt.Errorf("it is of something else than players: %w", err)
	}
	d := Default()
	v.Settings.Genetic, v.Settings.Finalists, v.Settings.FinalGames = s, d.Finalists, d.FinalGames
	if err := v.Settings.Check(); err != nil {
		return View{}, err
	}
	if v.Kind, err = v.Settings.Kind(); err != nil {
		return View{}, err
	}
	run, err := genetic.New(genetic.Problem{Genome: v.Kind.Genome, Repair: v.Kind.Repair, Terse: v.Kind.Long(), Trees: v.Kind.trees()}, s)
	if err == nil {
		err = run.Load(about, data)
	}
	if err != nil {
		return View{}, err
	}
	v.Log, v.Population = run.Log(), run.Population()
	v.Reason, _ = run.Finished()
	return v, nil
}

// Keep writes how far it is, with all its settings beside, so that an evolution can be
// seen of which nothing has been bred.
func (e *Evolution) Keep() error {
	if e.file == "" {
		return nil
	}
	if err := files.ReplaceSealed(e.file, e.Save()); err != nil {
		return err
	}
	return e.keepFinals(nil)
}

// keepFinals writes what came of the finals, if there is a file.
func (e *Evolution) keepFinals(all []Finalist) error {
	if e.file == "" {
		return nil
	}
	f := finals{Settings: e.Settings, Against: e.Rival(), Finalists: all}
	if all != nil {
		f.Generations = len(e.Run.Log())
	}
	data, err := json.Marshal(f)
	if err != nil {
		return err
	}
	return files.ReplaceSealed(FinalsFile(e.file), append(data, '\n'))
}
