package sheet

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// LaTeX is the table as one of booktabs, which is all it needs: \usepackage{booktabs}.
// Letters beyond ASCII are written as commands that every LaTeX knows. Notes are comments.
func (s Sheet) LaTeX(notes ...string) []byte {
	var b bytes.Buffer
	for _, n := range append(notes, `needs \usepackage{booktabs}`) {
		fmt.Fprintf(&b, "%% %s\n", latexComment(n))
	}
	b.WriteString("\\begin{table}\n\\centering\n")
	if s.Title != "" {
		fmt.Fprintf(&b, "\\caption{%s}\n", latexText(s.Title))
	}
	if s.Name != "" {
		fmt.Fprintf(&b, "\\label{tab:%s}\n", latexName(s.Name))
	}
	b.WriteString(s.latexSize())
	b.WriteString("\\begin{tabular}{")
	for _, c := range s.Columns {
		b.WriteString(map[bool]string{true: "l", false: "r"}[c.Align == Left])
	}
	b.WriteString("}\n\\toprule\n")
	s.latexGroups(&b)
	heads := make([]string, len(s.Columns))
	for i, c := range s.Columns {
		heads[i] = latexText(c.Title)
	}
	latexRow(&b, heads)
	b.WriteString("\\midrule\n")
	for _, row := range s.Rows {
		cells := make([]string, len(row))
		for i, c := range row {
			if cells[i] = latexText(c.Text); c.Mark == Strong {
				cells[i] = `\textbf{` + cells[i] + "}"
			}
		}
		latexRow(&b, cells)
	}
	b.WriteString("\\bottomrule\n\\end{tabular}\n")
	if s.Note != "" {
		fmt.Fprintf(&b, "\\par\\smallskip\n{\\footnotesize %s\\par}\n", latexText(s.Note))
	}
	b.WriteString("\\end{table}\n")
	return b.Bytes()
}

// latexSizes are letters and the room beside columns, in points, from the usual on.
var latexSizes = []struct {
	command      string
	letter, room float64
}{{"", 5, 6}, {`\small`, 4.6, 5}, {`\footnotesize`, 4.1, 4}, {`\scriptsize`, 3.6, 3}, {`\tiny`, 2.8, 2}}

// latexSize makes letters small enough for the page of an article, about.
func (s Sheet) latexSize() string {
	const page = 345
	letters := 0
	for i := range s.Columns {
		widest := utf8.RuneCountInString(s.Columns[i].Title)
		for _, row := range s.Rows {
			widest = max(widest, utf8.RuneCountInString(row[i].Text))
		}
		letters += widest
	}
	size := latexSizes[0]
	for _, size = range latexSizes {
		if float64(letters)*size.letter+2*size.room*float64(len(s.Columns)) <= page {
			break
		}
	}
	if size.command == "" {
		return ""
	}
	return fmt.Sprintf("%s\\setlength{\\tabcolsep}{%gpt}\n", size.command, size.room)
}

// latexRow begins with an empty group where its text might be taken for an argument of
// the line before: \\ takes one in brackets, or a star.
func latexRow(b *bytes.Buffer, cells []string) {
	if strings.HasPrefix(cells[0], "[") || strings.HasPrefix(cells[0], "*") {
		cells[0] = "{}" + cells[0]
	}
	fmt.Fprintf(b, "%s \\\\\n", strings.Join(cells, " & "))
}

// latexGroups writes the heads that neighbours have in common, with rules below.
func (s Sheet) latexGroups(b *bytes.Buffer) {
	var heads, rules []string
	for i := 0; i < len(s.Columns); {
		group, end := s.Columns[i].Group, i+1
		for group != "" && end < len(s.Columns) && s.Columns[end].Group == group {
			end++
		}
		if group == "" {
			heads = append(heads, "")
		} else {
			heads = append(heads, fmt.Sprintf(`\multicolumn{%d}{c}{%s}`, end-i, latexText(group)))
			rules = append(rules, fmt.Sprintf(`\cmidrule(lr){%d-%d}`, i+1, end))
		}
		i = end
	}
	if rules != nil {
		latexRow(b, heads)
		fmt.Fprintln(b, strings.Join(rules, " "))
	}
}

// latexText is any text as one of LaTeX.
func latexText(text string) string {
	var b strings.Builder
	before := ' '
	text = oneLine(text)
	for i, r := range text {
		if r == '-' && (before == ' ' || before == '(') && i+1 < len(text) && text[i+1] >= '0' && text[i+1] <= '9' {
			r = '−' // of a number
		}
		if strings.ContainsRune("-'`,", r) && (r == before || r == '`' && strings.ContainsRune("?!", before)) {
			b.WriteString("{}") // else both become one other sign
		}
		b.WriteString(latexLetter(r))
		before = r
	}
	return b.String()
}

func latexLetter(r rune) string {
	if command, ok := latexCommands[r]; ok {
		return command
	}
	switch {
	case r >= ' ' && r <= '~':
		return string(r)
	case unicode.Is(unicode.Mn, r), unicode.Is(unicode.Cf, r), unicode.IsControl(r):
		return "" // marks on the letter before, and what is not seen
	case unicode.IsSpace(r):
		return " "
	}
	return fmt.Sprintf("[U+%04X]", r) // better seen than lost
}

// latexComment is a text in one line that every LaTeX reads over.
func latexComment(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return '?'
		}
		return r
	}, oneLine(strings.ToValidUTF8(text, "?")))
}

// latexName is a text as a label, which may not hold commands.
func latexName(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '.' {
			return r
		}
		return '-'
	}, text)
}

// latexCommands are the letters that mean something to LaTeX, or that it has by a name.
var latexCommands = func() map[rune]string {
	m := map[rune]string{
		'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '$': `\$`, '&': `\&`, '#': `\#`, '_': `\_`, '%': `\%`,
		'~': `\textasciitilde{}`, '^': `\textasciicircum{}`, '<': `$<$`, '>': `$>$`, '|': `$|$`, '"': `''`,
		'–': "--", '—': "---", '−': "$-$", '…': `\ldots{}`, '‘': "`", '’': "'", '“': "``", '”': "''", '„': ",,", '«': `$\ll$`, '»': `$\gg$`,
		'±': `$\pm$`, '×': `$\times$`, '÷': `$\div$`, '·': `$\cdot$`, '•': `$\bullet$`, '°': `$^\circ$`, '½': `$\frac{1}{2}$`, '¼': `$\frac{1}{4}$`, '¾': `$\frac{3}{4}$`, '⅓': `$\frac{1}{3}$`, '⅔': `$\frac{2}{3}$`,
		'¹': `$^1$`, '²': `$^2$`, '³': `$^3$`, '⁴': `$^4$`, '⁰': `$^0$`, '₀': `$_0$`, '₁': `$_1$`, '₂': `$_2$`, '₃': `$_3$`,
		'≤': `$\leq$`, '≥': `$\geq$`, '≠': `$\neq$`, '≈': `$\approx$`, '∞': `$\infty$`, '√': `$\surd$`, '∑': `$\sum$`, '∈': `$\in$`, '→': `$\to$`, '←': `$\leftarrow$`, '↑': `$\uparrow$`, '↓': `$\downarrow$`,
		'ß': `{\ss}`, 'æ': `{\ae}`, 'Æ': `{\AE}`, 'œ': `{\oe}`, 'Œ': `{\OE}`, 'ø': `{\o}`, 'Ø': `{\O}`, 'å': `{\aa}`, 'Å': `{\AA}`, 'ł': `{\l}`, 'Ł': `{\L}`, 'ı': `{\i}`, '¿': "?`", '¡': "!`", '§': `\S{}`, '¶': `\P{}`, '©': `\copyright{}`, '£': `\pounds{}`,
		'\u00a0': "~", '✓': "yes", '✗': "no",
	}
	for i, name := range strings.Fields("alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi . pi rho . sigma tau upsilon phi chi psi omega") {
		if name != "." {
			m['α'+rune(i)] = `$\` + name + `$`
		}
	}
	for letter, name := range map[rune]string{'Γ': "Gamma", 'Δ': "Delta", 'Θ': "Theta", 'Λ': "Lambda", 'Ξ': "Xi", 'Π': "Pi", 'Σ': "Sigma", 'Φ': "Phi", 'Ψ': "Psi", 'Ω': "Omega", 'µ': "mu"} {
		m[letter] = `$\` + name + `$`
	}
	for accent, pairs := range map[string]string{
		`\'`: "áaéeíióoúuýyÁAÉEÍIÓOÚUÝYćcńnśsźz", "\\`": "àaèeìiòoùuÀAÈEÌIÒOÙU", `\^`: "âaêeîiôoûuÂAÊEÎIÔOÛU", `\"`: "äaëeïiöoüuÿyÄAËEÏIÖOÜU",
		`\~`: "ãañnõoÃAÑNÕO", `\c`: "çcÇCşs", `\v`: "čcěeňnřršsžzČCŘRŠSŽZ", `\H`: "őoűu",
	} {
		letters := []rune(pairs)
		for i := 0; i < len(letters); i += 2 {
			base := string(letters[i+1])
			if base == "i" {
				base = `\i`
			}
			m[letters[i]] = accent + "{" + base + "}"
		}
	}
	return m
}()
