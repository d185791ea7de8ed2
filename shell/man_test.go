package shell

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

type documented struct {
	Play documentedPlay `cmd:"" help:"Play a game."`
	Runs struct {
		Show struct {
			Run string `arg:"" help:"Which."`
		} `cmd:"" help:"Show one."`
	} `cmd:"" help:"Stored runs."`
	Inner struct{} `cmd:"" hidden:"" help:"Nobody reads this."`
	Data  string   `env:"DATA" placeholder:"DIR" help:"Where it lives."`
}

type documentedPlay struct {
	Games []string `arg:"" optional:"" help:"What to play."`
	Count int      `short:"n" help:"How many."`
	Side  string   `enum:",first,second" default:"" help:"Which side."`
	Quiet bool     `help:"No words."`
	Idle  int      `hidden:"" help:"Nobody reads this."`
}

func (documentedPlay) Help() string {
	return "A paragraph that\nis wrapped, with α = 1/K.\n\n.dotted lines\n'and quoted ones\n\nExamples:\n\n  play \\n -q\n.x\n  'more'"
}

// TestManual: everything that is shown by --help, and as text for groff that says
// what was written.
func TestManual(t *testing.T) {
	parser, err := kong.New(&documented{}, kong.Name("gambito"), kong.Description("A workbench.\n\nMore about it."))
	if err != nil {
		t.Fatal(err)
	}
	page := Manual(parser.Model, Page{Version: `gambito "1"`, Sections: []Section{{"Exit status", "0 or not."}}})
	for _, want := range []string{
		".TH \"GAMBITO\" 1 \"\" \"gambito \\(dq1\\(dq\"", "gambito \\- A workbench\n", ".PP\nMore about it.\n",
		".SS \"gambito play [GAMES...]\"\n.PP\nPlay a game.\n.PP\nA paragraph that is wrapped, with \\[u03B1] = 1/K.\n.PP\n\\&.dotted lines \\(aqand quoted ones\n",
		".nf\n  play \\en \\-q\n\\&.x\n  \\(aqmore\\(aq\n.fi\n", ".TP\n\\fIGAMES\\fR\nWhat to play.\n",
		".TP\n\\fB\\-n\\fR, \\fB\\-\\-count\\fR \\fICOUNT\\fR\nHow many.\n", "\\fIfirst|second\\fR\n", "\\fB\\-\\-quiet\\fR\nNo words.\n",
		".SS \"gambito runs\"\n.PP\nStored runs.\n.SS \"gambito runs show RUN\"\n", "\\fIDIR\\fR\nWhere it lives. In the environment: DATA.\n", ".SH EXIT STATUS\n.PP\n0 or not.\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(page, "Nobody") {
		t.Error("it tells what is hidden")
	}
	if t.Failed() {
		t.Log(page)
	}
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Skip("groff is not installed")
	}
	check := exec.Command(groff, "-man", "-Tutf8", "-ww", "-P-c")
	check.Stdin = strings.NewReader(page)
	out, err := check.CombinedOutput()
	if err != nil || strings.Contains(string(out), "warning") || !strings.Contains(string(out), "α = 1/K") || !strings.Contains(string(out), `play \n -q`) {
		t.Errorf("groff: %v\n%s", err, out)
	}
}
