package sheet

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// signs are letters that mean something to some format, or that fonts may lack.
const signs = `a|b & 50 % of $x_1$ {y} \z ~ ^ # <i>"q"</i> -- '' ?` + "`" + ` α χ² ½ – × ± − ≤ ñandú ő 漢 [x] *`

func sample() Sheet {
	return Sheet{
		Name: "x_1", Title: "Shares & " + signs, Note: signs,
		Columns: []Column{{Title: "agent", Align: Left}, {Title: "games", Group: "100 %"}, {Title: "%", Group: "100 %", Key: "share"}, {Title: "95 % interval", Key: "share"}, {Title: "differ", Group: "all"}},
		Rows: [][]Cell{
			{Text(signs), Count(12), Number(0.625, "62.5"), Between(0.5, 0.75, "50.0 to 75.0"), {Text: "yes", Mark: Strong}},
			{Text("[b]"), Count(-1), Number(1.0/3, "33.3"), Text("–"), Text("")},
			{Text("* c"), Text("–"), Number(math.NaN(), "?"), Text(""), Text("no")},
		},
	}
}

func TestGrid(t *testing.T) {
	if got := sample().Grid(); strings.Join(got[0], ";") != "agent;100 % games;100 % %;95 % interval;all differ" || got[1][2] != "62.5" || len(got) != 4 {
		t.Errorf("the grid is %q", got)
	}
	var b strings.Builder
	Sheet{Columns: []Column{{Title: "a", Align: Left}, {Title: "b"}, {Title: "c", Align: Left}}, Rows: [][]Cell{{Text("long"), Count(7), Text("x")}}}.Text(&b)
	if b.String() != "  a     b  c\n  long  7  x\n" {
		t.Errorf("the text is\n%s", &b)
	}
}

func TestCSV(t *testing.T) {
	file, err := sample().CSV("command: gambito", "two\nlines")
	if err != nil || !strings.HasPrefix(string(file), "# command: gambito\n# two lines\nagent,") {
		t.Fatalf("%v: %s", err, file)
	}
	r := csv.NewReader(bytes.NewReader(file))
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil || len(rows) != 4 {
		t.Fatalf("%v: %q", err, rows)
	}
	if got := strings.Join(rows[0], ";"); got != "agent;100 % games;share;share_low;share_high;all differ" {
		t.Errorf("the heads are %s", got)
	}
	if got := strings.Join(rows[1], ";"); got != signs+";12;0.625;0.5;0.75;yes" {
		t.Errorf("a line is %s", got)
	}
	if rows[2][2] != "0.33333333" || rows[2][3] != "" {
		t.Errorf("a line is %q", rows[2])
	}
	twice, _ := Sheet{Columns: []Column{{Title: "a"}, {Title: "a"}, {Title: "a_2"}}}.CSV()
	if string(twice) != "a,a_2,a_2_2\n" {
		t.Errorf("columns that are called alike are %s", twice)
	}
}

func TestMarkdown(t *testing.T) {
	got := string(sample().Markdown("command: a --> b"))
	for _, want := range []string{"<!-- command: a - -> b -->\n", "| agent | 100 % games |", "| --- | ---: |", `| a\|b & 50 %`, `\<i\>"q"\</i\>`, `$x\_1$`, `\[x\] \*`, `\\z \~ ^ #`, "?\\`", "\n**Shares & a"} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %s in\n%s", want, got)
		}
	}
	if lines := strings.Count(got, "\n| "); lines != 5 {
		t.Errorf("there are %d lines of the table in\n%s", lines, got)
	}
}

// TestMarkdownNames: agents may be called as they like.
func TestMarkdownNames(t *testing.T) {
	for name, want := range map[string]string{
		"B <i>ñ": `B \<i\>ñ`, `\\foo`: `\\\\foo`, "_x_": `\_x\_`, "**b**": `\*\*b\*\*`, "[a](b)": `\[a\](b)`, "`c`": "\\`c\\`", "~~d~~": `\~\~d\~\~`,
		"# e": `\# e`, "f #1": "f #1", "&lt;": `\&lt;`, "R & D": "R & D", "g|h": `g\|h`, `i\`: `i\\`,
	} {
		s := Sheet{Title: name, Columns: []Column{{Title: name}}, Rows: [][]Cell{{Text(name)}}, Note: name}
		if got := string(s.Markdown()); got != fmt.Sprintf("**%s**\n\n| %[1]s |\n| ---: |\n| %[1]s |\n\n%[1]s\n", want) {
			t.Errorf("%s:\n%s", name, got)
		}
	}
}

// TestCSVHash: rows that begin like a comment are not lost.
func TestCSVHash(t *testing.T) {
	names := []string{"#a", "#", `#"b", c`, "b#"}
	s := Sheet{Columns: []Column{{Title: "#"}, {Title: "n"}}}
	for _, name := range names {
		s.Rows = append(s.Rows, []Cell{Text(name), Count(1)})
	}
	file, err := s.CSV("a note")
	if err != nil {
		t.Fatal(err)
	}
	r := csv.NewReader(bytes.NewReader(file))
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil || len(rows) != len(names)+1 || rows[0][0] != "#" {
		t.Fatalf("%v: %q", err, rows)
	}
	for i, name := range names {
		if rows[i+1][0] != name || rows[i+1][1] != "1" {
			t.Errorf("%s became %q", name, rows[i+1])
		}
	}
}

func TestCheck(t *testing.T) {
	one := 1.0
	for want, s := range map[string]Sheet{
		"a table needs columns": {}, "row 1 of the table has 2 cells for 1 columns": {Columns: []Column{{}}, Rows: [][]Cell{{{}, {}}}},
		"row 1 of the table has an interval with one end": {Columns: []Column{{}}, Rows: [][]Cell{{{Low: &one}}}},
	} {
		if err := s.Check(); err == nil || err.Error() != want {
			t.Errorf("%v, not %s", err, want)
		}
	}
	if err := sample().Check(); err != nil {
		t.Error(err)
	}
}

var (
	latexEnvironment = regexp.MustCompile(`\\(begin|end)\{(\w+)\}`)
	latexEscaped     = regexp.MustCompile(`\\[\\{}$&#_%]`)
)

// checkLaTeX says what is wrong with a table: braces, dollars and environments that are
// not closed, letters that LaTeX might not know, rows of different lengths.
func checkLaTeX(file []byte) error {
	columns := -1
	var open []string
	for i, line := range strings.Split(string(file), "\n") {
		if strings.HasPrefix(line, "%") {
			continue
		}
		for _, m := range latexEnvironment.FindAllStringSubmatch(line, -1) {
			if m[1] == "begin" {
				open = append(open, m[2])
			} else if len(open) == 0 || open[len(open)-1] != m[2] {
				return fmt.Errorf("line %d ends %s", i+1, m[2])
			} else {
				open = open[:len(open)-1]
			}
		}
		if spec, ok := strings.CutPrefix(line, `\begin{tabular}`); ok {
			columns = len(spec) - 2
		}
		row := strings.HasSuffix(line, ` \\`)
		plain := latexEscaped.ReplaceAllString(strings.ReplaceAll(strings.TrimSuffix(line, ` \\`), `\textbackslash{}`, ""), "")
		if at := strings.IndexFunc(plain, func(r rune) bool { return r > '~' || r < ' ' || r == '%' || r == '#' }); at >= 0 {
			return fmt.Errorf("line %d holds %q", i+1, plain[at:])
		}
		if strings.Count(plain, "{") != strings.Count(plain, "}") || strings.Count(plain, "$")%2 != 0 {
			return fmt.Errorf("line %d is not balanced: %s", i+1, line)
		}
		if row {
			cells := strings.Count(plain, "&") + 1
			for _, m := range regexp.MustCompile(`\\multicolumn\{(\d+)\}`).FindAllStringSubmatch(plain, -1) {
				var n int
				fmt.Sscan(m[1], &n)
				cells += n - 1
			}
			if cells != columns {
				return fmt.Errorf("line %d has %d cells, not %d: %s", i+1, cells, columns, line)
			}
		}
	}
	if len(open) > 0 || columns < 0 {
		return fmt.Errorf("%q is not ended, or there is no table", open)
	}
	return nil
}

func TestLaTeX(t *testing.T) {
	file := sample().LaTeX("command: gambito report x", "100 %\n\\evil")
	if err := checkLaTeX(file); err != nil {
		t.Errorf("%v:\n%s", err, file)
	}
	for _, want := range []string{
		"% command: gambito report x\n% 100 % \\evil\n", "\\begin{tabular}{lrrrr}\n\\toprule\n", `\label{tab:x-1}`, " & \\multicolumn{2}{c}{100 \\%} &  & \\multicolumn{1}{c}{all} \\\\\n\\cmidrule(lr){2-3} \\cmidrule(lr){5-5}\n",
		`a$|$b \& 50 \% of \$x\_1\$ \{y\} \textbackslash{}z \textasciitilde{} \textasciicircum{} \# $<$i$>$''q''$<$/i$>$ -{}- '{}' ?{}` + "`" + ` $\alpha$ $\chi$$^2$ $\frac{1}{2}$ -- $\times$ $\pm$ $-$ $\leq$ \~{n}and\'{u} \H{o} [U+6F22] [x] *`,
		`\textbf{yes} \\`, "{}[b] & $-$1 &", "{}* c &",
	} {
		if !strings.Contains(string(file), want) {
			t.Errorf("there is no %s in\n%s", want, file)
		}
	}
}

// TestLaTeXSize: wide tables are set smaller.
func TestLaTeXSize(t *testing.T) {
	for columns, want := range map[int]string{3: "\\centering\n\\begin{tabular}", 7: "\\footnotesize\\setlength{\\tabcolsep}{4pt}\n", 40: "\\tiny\\setlength{\\tabcolsep}{2pt}\n"} {
		s := Sheet{Columns: make([]Column, columns), Rows: [][]Cell{make([]Cell, columns)}}
		for i := range columns {
			s.Rows[0][i] = Text("0.1234567")
		}
		if got := string(s.LaTeX()); !strings.Contains(got, want) {
			t.Errorf("%d columns:\n%s", columns, got)
		}
	}
}

// TestLaTeXCompiles: with booktabs and nothing else.
func TestLaTeXCompiles(t *testing.T) {
	latex, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("there is no pdflatex")
	}
	every := Sheet{Name: "all", Title: "every letter", Columns: []Column{{Title: "letter"}}}
	for r := range latexCommands {
		every.Rows = append(every.Rows, []Cell{Text(string(r) + "x" + string(r))})
	}
	folder := t.TempDir()
	text := "\\documentclass{article}\n\\usepackage{booktabs}\n\\begin{document}\n" + string(sample().LaTeX("seed: 1")) + "\\clearpage\n" + strings.ReplaceAll(string(every.LaTeX()), "table}", "center}") + "\\end{document}\n"
	text = strings.ReplaceAll(text, "\\caption{every letter}\n\\label{tab:all}\n", "\\tiny\n")
	if err := os.WriteFile(filepath.Join(folder, "x.tex"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(latex, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "x.tex")
	command.Dir = folder
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// FuzzSheet: any table is refused, or every file of it is one.
func FuzzSheet(f *testing.F) {
	whole, _ := json.Marshal(Sheet{Name: "x", Columns: []Column{{Title: signs, Align: Left, Group: "g"}, {Title: "%", Group: "g"}}, Rows: [][]Cell{{Text(signs), Between(1, 2, "1 to 2")}}, Note: "n"})
	f.Add(string(whole))
	f.Add(`{"columns":[{}],"rows":[[{"text":"\\\u0000%"}]]}`)
	f.Fuzz(func(t *testing.T, text string) {
		var s Sheet
		if json.Unmarshal([]byte(text), &s) != nil || s.Check() != nil {
			t.Skip("no table")
		}
		if err := checkLaTeX(s.LaTeX(text)); err != nil {
			t.Error(err)
		}
		file, err := s.CSV(text)
		if err != nil {
			t.Fatal(err)
		}
		r := csv.NewReader(bytes.NewReader(file))
		r.Comment = '#'
		if rows, err := r.ReadAll(); err != nil || len(rows) > len(s.Rows)+1 {
			t.Errorf("%v: %d rows of %d", err, len(rows), len(s.Rows)+1)
		}
		if lines := bytes.Count(s.Markdown(), []byte("\n| ")); len(s.Columns) > 0 && lines > len(s.Rows)+2 {
			t.Errorf("%d lines of %d rows", lines, len(s.Rows))
		}
		s.Text(&bytes.Buffer{})
	})
}
