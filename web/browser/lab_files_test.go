package browser

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// post sends something to a server and reads the answer, unless it is nil.
func post(address string, body, answer any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	r, err := http.Post(address, "application/json", bytes.NewReader(text))
	return answered(r, err, answer)
}

// get reads an answer.
func get(address string, answer any) error {
	r, err := http.Get(address)
	return answered(r, err, answer)
}

func answered(r *http.Response, err error, answer any) error {
	if err != nil {
		return err
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusOK {
		var refusal struct{ Detail string }
		_ = json.NewDecoder(r.Body).Decode(&refusal) // the status says enough
		return fmt.Errorf("%s: %s: %s", r.Request.URL, r.Status, refusal.Detail)
	}
	if answer == nil {
		return nil
	}
	return json.NewDecoder(r.Body).Decode(answer)
}

// take clicks a button that gives the browser a file, and returns the file.
func (tab *Tab) take(selector, name string) string {
	Value[any](tab, `(() => {
		window.file = undefined;
		window.make ??= URL.createObjectURL;
		URL.createObjectURL = (blob) => { blob.text().then((text) => (window.file = text)); return window.make(blob); };
	})()`)
	tab.Click(selector, name)
	tab.Wait("window.file !== undefined")
	return Value[string](tab, "window.file")
}

// TestLabFiles: tables and plots are taken away in all formats, with the command that
// made them, whatever agents are called; and LaTeX compiles.
func TestLabFiles(t *testing.T) {
	t.Parallel()
	s := serve(t)
	s.played(t, strings.NewReplacer("name: deep", `name: '50 % & a_b#c$ {d} ~^\'`, "name: small", "name: for_paper").Replace(smallRun))
	tab := visit(t, desk)
	tab.Go(s.Address + "/lab/runs/for_paper")
	tab.See("h2", "Standings")
	for format, sign := range map[string]string{"CSV": "50 % & a_b#c$ {d} ~^", "Markdown": "| "} {
		if file := tab.take("button", "Take .*Standings.* away as "+format); !strings.Contains(file, sign) || !strings.Contains(file, "gambito tournament for_paper.yaml") {
			t.Errorf("%s:\n%s", format, file)
		}
	}
	for format, sign := range map[string]string{"SVG": "<svg ", "PDF": "%PDF-1."} {
		if file := tab.take("button", "Take .* away as "+format); !strings.HasPrefix(strings.TrimSpace(file), sign) || !strings.Contains(file, "gambito tournament for_paper.yaml") {
			t.Errorf("%s: %.300s", format, file)
		}
	}
	tables := []string{tab.take("button", "Take .*Standings.* away as LaTeX"), tab.take("button", "Take .*Who against whom.* away as LaTeX")}
	for _, table := range tables {
		for _, wrong := range latexMistakes(table) {
			t.Errorf("%s:\n%s", wrong, table)
		}
	}
	compiles(t, tables)
}

// Parts of LaTeX that its check reads.
var (
	latexEnvironment = regexp.MustCompile(`\\(begin|end)\{([a-z]+)\}`)
	latexEscaped     = regexp.MustCompile(`\\([&%$#_{}]|text[a-z]+(\{\})?|[a-z]+)`)
)

// latexMistakes lists what is wrong with a table: what does not fit together, letters
// that mean something in LaTeX, rows of another width.
func latexMistakes(table string) (wrong []string) {
	var open []string
	for _, e := range latexEnvironment.FindAllStringSubmatch(table, -1) {
		switch {
		case e[1] == "begin":
			open = append(open, e[2])
		case len(open) == 0 || open[len(open)-1] != e[2]:
			wrong = append(wrong, "\\end{"+e[2]+"} ends nothing")
		default:
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		wrong = append(wrong, strings.Join(open, ", ")+" does not end")
	}
	for _, rule := range []string{`\toprule`, `\midrule`, `\bottomrule`} {
		if strings.Count(table, rule) != 1 {
			wrong = append(wrong, rule+" is not there once")
		}
	}
	width := 0
	for _, line := range strings.Split(table, "\n") {
		if line = latexEscaped.ReplaceAllString(line, ""); strings.HasPrefix(line, "%") {
			continue // a comment
		}
		if strings.Count(line, "{") != strings.Count(line, "}") || strings.ContainsAny(line, "%#_~^") {
			wrong = append(wrong, "a letter is not written as LaTeX wants it: "+line)
		}
		if cells, ok := strings.CutSuffix(line, ` \\`); ok && !strings.Contains(line, "multicolumn") {
			n := strings.Count(cells, "&")
			if width == 0 {
				width = n
			}
			if n != width || n == 0 {
				wrong = append(wrong, fmt.Sprintf("a row has %d separators, others %d: %s", n, width, line))
			}
		}
	}
	return wrong
}

// TestLatexMistakes shows that the check finds something where there is something.
func TestLatexMistakes(t *testing.T) {
	const right = "% made by gambito_x\n\\begin{table}\n\\begin{tabular}{lr}\n\\toprule\na\\_b & 50 \\% \\\\\n\\midrule\n{}[x] & \\textbf{1} \\\\\n\\bottomrule\n\\end{tabular}\n\\end{table}\n"
	if wrong := latexMistakes(right); len(wrong) > 0 {
		t.Errorf("of a table that is right it says %q", wrong)
	}
	for old, bad := range map[string]string{
		`a\_b`: "a_b", `50 \%`: "50 %", ` & 50`: " 50", "\\end{tabular}\n": "", `\textbf{1}`: `\textbf{1`, "\\midrule\n": "",
	} {
		if len(latexMistakes(strings.Replace(right, old, bad, 1))) == 0 {
			t.Errorf("with %q for %q nothing is wrong", bad, old)
		}
	}
}

// compiles compiles tables, where there is something to do it with.
func compiles(t *testing.T, tables []string) {
	t.Helper()
	path, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Log("pdflatex is not installed: the tables are checked, but not compiled")
		return
	}
	folder := t.TempDir()
	text := "\\documentclass{article}\n\\usepackage[utf8]{inputenc}\n\\usepackage{booktabs}\n\\begin{document}\n" + strings.Join(tables, "\n") + "\\end{document}\n"
	if err := os.WriteFile(filepath.Join(folder, "tables.tex"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(path, "-interaction=nonstopmode", "-halt-on-error", "tables.tex")
	c.Dir = folder
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("the tables do not compile: %v\n%s\n%s", err, out, text)
	}
}
