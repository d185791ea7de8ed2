package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"gambito/arena"
	"gambito/stats"
	"gambito/store"
)

// TestMachines: a run that several have played tells which deviates.
func TestMachines(t *testing.T) {
	s := two(t, arena.Stop{Rule: arena.StopFixed})
	if sum := Summarize(s); sum.Machines != nil || sum.MachinesNote() != "" {
		t.Fatal("there are machines")
	}
	s.Machines = []arena.MachineTally{arena.NewMachineTally("")}
	if Summarize(s).Machines != nil {
		t.Fatal("one machine is compared")
	}
	for i := range 30 {
		m := arena.NewMachineTally(fmt.Sprintf("mill-%d", i))
		for _, at := range []arena.Sides{{First: 0, Second: 1}, {First: 1, Second: 0}} {
			m.Sides[at] = stats.Results{Wins: 20 + i%3, Draws: 10, Losses: 20 - i%2}
			if i == 17 {
				m.Sides[at] = stats.Results{Wins: 10, Draws: 10, Losses: 30}
			}
		}
		s.Machines = append(s.Machines, m)
	}
	sum := Summarize(s)
	if first := sum.Machines[0]; len(sum.Machines) != 31 || first.Name != "mill-17" || !first.Deviates() || first.DF != 4 || first.Games != 100 || first.Residual > 5 && first.Residual < -5 {
		t.Errorf("the first is %+v", sum.Machines[0])
	}
	for _, m := range sum.Machines[1:] {
		if m.Deviates() {
			t.Errorf("%+v deviates", m)
		}
	}
	var b strings.Builder
	sum.MachinesText(&b)
	if text := b.String(); !strings.Contains(text, "χ²") || !strings.Contains(text, "mill-17") || !strings.Contains(text, "Holm's adjustment is for the 31 machines") || strings.Count(text, "mill-") != 20 {
		t.Errorf("the text is\n%s", text)
	}
	page, err := HTML(store.Info{Settings: s.Settings}, s, sum)
	if err != nil || !bytes.Contains(page, []byte("<td>mill-17</td>")) || !bytes.Contains(page, []byte("<td>(no fleet)</td>")) {
		t.Errorf("the page has no machines, %v", err)
	}
	if !bytes.Contains(sum.Markdown(), []byte("mill-17")) {
		t.Error("Markdown has no machines")
	}
	file, err := Of(store.Info{Settings: s.Settings}, s).File("machines.csv")
	if err != nil || bytes.Count(file, []byte("mill-")) != 30 {
		t.Errorf("the file is %s, %v", file, err)
	}
}
