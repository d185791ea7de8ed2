package shell

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"
)

// Page is what a manual page needs beyond the declared command line.
type Page struct {
	Version  string
	Sections []Section // after the verbs
}

// Section is one of a manual page, written as help is: paragraphs, between empty
// lines, and indented lines that stay as they are.
type Section struct{ Title, Text string }

// Manual is the manual page of a command line as text for man, made from the helps
// of its verbs and flags.
func Manual(app *kong.Application, p Page) string {
	m := &manual{}
	name := app.Name
	m.line(`.TH %s 1 "" %s "User Commands"`, quoted(strings.ToUpper(name)), quoted(p.Version))
	m.line(".nh") // words that are typed must not be broken
	m.line(".ad l")
	about, rest, _ := strings.Cut(app.Help, "\n\n")
	m.line(".SH NAME")
	m.line(`%s \- %s`, escaped(name), escaped(strings.TrimSuffix(flowing(about), ".")))
	m.line(".SH SYNOPSIS")
	m.line(`\fB%s\fR \fIverb\fR [\fIarguments\fR] [\fIflags\fR]`, escaped(name))
	m.line(".SH DESCRIPTION")
	m.text(rest)
	m.line(".SH FLAGS OF ALL VERBS")
	m.flags(app.Flags)
	m.line(".SH VERBS")
	for _, leaf := range app.Leaves(true) {
		m.verb(name, leaf)
	}
	for _, s := range p.Sections {
		m.line(".SH %s", escaped(strings.ToUpper(s.Title)))
		m.text(s.Text)
	}
	return m.b.String()
}

// manual is a page in the making.
type manual struct{ b strings.Builder }

func (m *manual) line(format string, args ...any) { fmt.Fprintf(&m.b, format+"\n", args...) }

// verb describes one verb; before the first of a group stands what the group says.
func (m *manual) verb(name string, leaf *kong.Node) {
	if group := leaf.Parent; group != nil && group.Type == kong.CommandNode && firstOf(group) == leaf {
		m.line(".SS %s", quoted(name+" "+group.Path()))
		m.text(group.Help)
		m.text(group.Detail)
	}
	m.line(".SS %s", quoted(name+" "+usage(leaf)))
	m.text(leaf.Help)
	m.text(leaf.Detail)
	for _, argument := range leaf.Positional {
		if argument.Help != "" {
			m.line(".TP")
			m.line(`\fI%s\fR`, escaped(argumentName(argument)))
			m.flow(argument.Help)
		}
	}
	m.flags(leaf.Flags)
}

func firstOf(group *kong.Node) *kong.Node {
	for _, leaf := range group.Leaves(true) {
		return leaf
	}
	return nil
}

// usage is how a verb is called.
func usage(leaf *kong.Node) string {
	words := []string{leaf.Path()}
	for _, argument := range leaf.Positional {
		word := argumentName(argument)
		if argument.IsSlice() {
			word += "..."
		}
		if !argument.Required {
			word = "[" + word + "]"
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

func argumentName(v *kong.Value) string { return strings.ToUpper(strings.ReplaceAll(v.Name, " ", "-")) }

// flags lists those that are shown.
func (m *manual) flags(flags []*kong.Flag) {
	for _, flag := range flags {
		if flag.Hidden {
			continue
		}
		m.line(".TP")
		names := `\fB` + escaped("--"+flag.Name) + `\fR`
		if flag.Short != 0 {
			names = `\fB` + escaped("-"+string(flag.Short)) + `\fR, ` + names
		}
		if !takesNothing(flag) {
			names += ` \fI` + escaped(placeholder(flag)) + `\fR`
		}
		m.line("%s", names)
		help := flag.Help
		if len(flag.Envs) > 0 {
			help += " In the environment: " + strings.Join(flag.Envs, ", ") + "."
		}
		m.flow(help)
	}
}

// placeholder says what a flag's value is.
func placeholder(flag *kong.Flag) string {
	choices := slices.DeleteFunc(flag.EnumSlice(), func(choice string) bool { return choice == "" })
	switch {
	case flag.PlaceHolder != "":
		return flag.PlaceHolder
	case flag.Enum != "":
		return strings.Join(choices, "|")
	}
	return strings.ToUpper(flag.Name)
}

// text writes paragraphs that flow, and indented lines as they are.
func (m *manual) text(text string) {
	for block := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		switch {
		case strings.TrimSpace(block) == "":
		case strings.HasPrefix(block, "  ") || strings.Contains(block, "\n  "):
			m.line(".PP")
			m.line(".nf")
			for line := range strings.SplitSeq(block, "\n") {
				m.line("%s", protected(escaped(line)))
			}
			m.line(".fi")
		default:
			m.line(".PP")
			m.flow(block)
		}
	}
}

// flow writes a paragraph. Long paths may be broken after a slash.
func (m *manual) flow(text string) {
	words := strings.Fields(escaped(text))
	for i, word := range words {
		if len(word) > 40 {
			words[i] = strings.ReplaceAll(word, "/", `/\:`)
		}
	}
	m.line("%s", protected(strings.Join(words, " ")))
}

// flowing is a paragraph in one line.
func flowing(text string) string { return strings.Join(strings.Fields(text), " ") }

// protected keeps a line from being taken for a request.
func protected(line string) string {
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		return `\&` + line
	}
	return line
}

// quoted is an argument of a request.
func quoted(text string) string {
	return `"` + strings.ReplaceAll(escaped(text), `"`, `\(dq`) + `"`
}

// escaped writes text so that it comes out as it is, dashes included, which else are
// hyphens that nobody can copy into a shell.
func escaped(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\\':
			b.WriteString(`\e`)
		case r == '-':
			b.WriteString(`\-`)
		case r == '\'':
			b.WriteString(`\(aq`)
		case r == '`':
			b.WriteString(`\(ga`)
		case r == '^':
			b.WriteString(`\(ha`)
		case r == '~':
			b.WriteString(`\(ti`)
		case r < utf8.RuneSelf:
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\[u%04X]`, r)
		}
	}
	return b.String()
}
