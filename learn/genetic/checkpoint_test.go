package genetic

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

func TestHostileCheckpoints(t *testing.T) {
	s := Default()
	s.Population, s.Elite = 4, 1
	good := string(evolve(t, target(0), s, 2).Save("games"))
	cut := strings.Index(good, `"islands":[[`)
	fitness := strings.Index(good, `"best":`)
	for name, c := range map[string]struct{ text, wrong string }{
		"empty":        {"", "no checkpoint"},
		"not JSON":     {"hello", "no checkpoint"},
		"a list":       {"[]", "no checkpoint"},
		"truncated":    {good[:len(good)/2], "no checkpoint"},
		"twice":        {good + good, "something follows"},
		"other format": {strings.Replace(good, format, "gambito evolution 0", 1), "format"},
		"unknown key":  {strings.Replace(good, `"format"`, `"surprise":1,"format"`, 1), "unknown field"},
		"other seed":   {strings.Replace(good, `"seed":1`, `"seed":2`, 1), "other settings"},
		"other coding": {strings.Replace(good, `"integer"`, `"gray"`, 1), "other settings"},
		"other games":  {strings.Replace(good, `"games"`, `"players"`, 1), "other settings"},
		"no islands":   {good[:cut] + `"islands":[]}`, "damaged"},
		"no people":    {good[:cut] + `"islands":[[]]}`, "damaged"},
		"no genes":     {good[:cut] + `"islands":[[{},{},{},{}]]}`, "damaged"},
		"large genes":  {good[:cut] + `"islands":[[` + strings.Repeat(`{"chromosome":[1,1,1,999],"fitness":1},`, 3) + `{"chromosome":[1,1,1,1],"fitness":1}]]}`, "damaged"},
		"no log":       {strings.Replace(good, good[strings.Index(good, `"log":`):cut], `"log":[],`, 1), "damaged"},
		"false best":   {good[:fitness] + `"best":1e9,"x` + good[fitness+1:], "no checkpoint"},
		"false record": {strings.Replace(good, `"record":`, `"record":7`, 1), "damaged"},
		"huge number":  {strings.Replace(good, `"record":`, `"record":1e999`, 1), "no checkpoint"},
	} {
		run, err := New(target(0), s)
		if err != nil {
			t.Fatal(err)
		}
		if err := run.Load("games", []byte(c.text)); err == nil || !strings.Contains(err.Error(), c.wrong) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
		if run.Log() != nil {
			t.Errorf("%s: a part of it was taken", name)
		}
	}
}

// TestLongerRun goes on beyond the end that was planned first.
func TestLongerRun(t *testing.T) {
	s := Default()
	s.Generations, s.Stale = 3, 0
	data := evolve(t, target(0), s, 3).Save("")
	s.Generations = 6
	longer, err := New(target(0), s)
	if err != nil {
		t.Fatal(err)
	}
	if err := longer.Load("", data); err != nil {
		t.Fatal(err)
	}
	if _, ended := longer.Finished(); ended {
		t.Error("it has ended already")
	}
	s.MutationLast = 0.001
	if falling, _ := New(target(0), s); falling.Load("", data) == nil {
		t.Error("a falling rate is taken for a constant one")
	}
}

// FuzzLoad reads anything; what it takes can go on.
func FuzzLoad(f *testing.F) {
	s := Default()
	s.Population, s.Elite = 2, 1
	run, err := New(target(0), s)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(run.Save(""))
	for range 2 {
		if err := run.Step(context.Background()); err != nil {
			f.Fatal(err)
		}
		f.Add(run.Save(""))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		run, err := New(target(0), s)
		if err != nil {
			t.Fatal(err)
		}
		if run.Load("", data) != nil {
			return
		}
		if err := run.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(run.Save(""), []byte("null")) {
			t.Error("something is missing")
		}
	})
}
