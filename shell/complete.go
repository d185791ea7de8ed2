package shell

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// Completer completes words of a command line.
type Completer struct {
	Root *kong.Node // of the declared command line

	// Kind names the source of a value's values; "" if it has none, and Files if
	// they are names of files.
	Kind    func(v *kong.Value, verb []string) string
	Sources map[string]Source
}

// Files is the kind of names of files.
const Files = "file"

// place is where on a command line the next word stands.
type place struct {
	at    *kong.Node
	line  Line
	flag  *kong.Flag // that waits for its value
	plain bool       // after -- nothing is a flag
}

// Complete completes the last of the words that stand after the program's name. It
// is the word at the cursor and may be empty.
func (c Completer) Complete(words []string) Candidates {
	if len(words) == 0 {
		words = []string{""}
	}
	p := place{at: c.Root, line: Line{Flags: map[string][]string{}}}
	if words[0] == "help" && len(words) > 1 { // help VERB
		words = words[1:]
	}
	last := len(words) - 1
	for _, word := range words[:last] {
		p.read(word)
	}
	found := c.at(&p, words[last])
	kept := found.List[:0:0]
	for _, candidate := range found.List {
		if strings.HasPrefix(candidate.Text, words[last]) {
			kept = append(kept, candidate)
		}
	}
	found.List = kept
	return found
}

// read takes in a word before the one that is completed.
func (p *place) read(word string) {
	switch {
	case p.flag != nil:
		p.line.Flags[p.flag.Name] = append(p.line.Flags[p.flag.Name], word)
		p.flag = nil
	case p.plain || !strings.HasPrefix(word, "-") || word == "-":
		p.readPlain(word)
	case word == "--":
		p.plain = true
	default:
		name, value, given := strings.Cut(word, "=")
		flag := p.find(name)
		switch {
		case flag == nil && len(name) > 2 && name[1] != '-': // a short flag with its value, as -n5
			if short := p.find(name[:2]); short != nil {
				p.line.Flags[short.Name] = append(p.line.Flags[short.Name], word[2:])
			}
		case flag == nil:
		case given || takesNothing(flag):
			p.line.Flags[flag.Name] = append(p.line.Flags[flag.Name], value)
		default:
			p.flag = flag
		}
	}
}

// readPlain takes in a verb or an argument.
func (p *place) readPlain(word string) {
	if len(p.line.Args) == 0 {
		for _, child := range p.at.Children {
			if child.Name == word || slices.Contains(child.Aliases, word) {
				p.at = child
				p.line.Verb = append(p.line.Verb, child.Name)
				return
			}
		}
	}
	p.line.Args = append(p.line.Args, word)
}

// find finds a flag by its name with dashes, long or short.
func (p *place) find(name string) *kong.Flag {
	for _, flag := range p.flags() {
		if name == "--"+flag.Name || len(name) == 2 && flag.Short != 0 && name == "-"+string(flag.Short) {
			return flag
		}
	}
	return nil
}

// flags are those that may stand here.
func (p *place) flags() (list []*kong.Flag) {
	for _, group := range p.at.AllFlags(false) {
		list = append(list, group...)
	}
	return list
}

func takesNothing(flag *kong.Flag) bool { return flag.IsBool() || flag.IsCounter() }

// at completes a word at a place.
func (c Completer) at(p *place, word string) Candidates {
	if p.flag != nil {
		return c.values(p.flag.Value, word, p)
	}
	if strings.HasPrefix(word, "-") && !p.plain {
		name, value, given := strings.Cut(word, "=")
		if flag := p.find(name); given && flag != nil {
			return c.values(flag.Value, value, p).after(name + "=")
		}
		return p.flagNames()
	}
	switch {
	case len(p.at.Children) > 0 && len(p.line.Args) == 0:
		return verbs(p.at)
	case len(p.at.Positional) == 0: // or no such verb
		return Candidates{}
	}
	return c.values(p.at.Positional[min(len(p.line.Args), len(p.at.Positional)-1)], word, p)
}

// flagNames are the flags that were not given yet, or can be given again.
func (p *place) flagNames() (found Candidates) {
	for _, flag := range p.flags() {
		if _, given := p.line.Flags[flag.Name]; flag.Hidden || given && !flag.IsSlice() {
			continue
		}
		found.List = append(found.List, Candidate{"--" + flag.Name, flag.Help})
	}
	return found
}

func verbs(at *kong.Node) (found Candidates) {
	for _, child := range at.Children {
		if !child.Hidden {
			found.List = append(found.List, Candidate{child.Name, child.Help})
		}
	}
	return found
}

// values completes what a flag or an argument takes. Of a list the part after the
// last comma is completed.
func (c Completer) values(v *kong.Value, word string, p *place) Candidates {
	before := ""
	if separator := v.Tag.Sep; v.IsSlice() && separator > 0 && v.Flag != nil {
		if at := strings.LastIndexByte(word, byte(separator)); at >= 0 {
			before, word = word[:at+1], word[at+1:]
		}
	}
	if choices := v.EnumSlice(); v.Enum != "" {
		var found Candidates
		for _, choice := range choices {
			if choice != "" {
				found.List = append(found.List, Candidate{Text: choice})
			}
		}
		return found.after(before)
	}
	kind := c.Kind(v, p.line.Verb)
	if kind == Files {
		return Candidates{Files: true}
	}
	source, ok := c.Sources[kind]
	if !ok {
		return Candidates{}
	}
	return source(word, p.line).after(before)
}

// after puts what is typed before the candidates' words in front of them.
func (f Candidates) after(before string) Candidates {
	for i := range f.List {
		f.List[i].Text = before + f.List[i].Text
	}
	return f
}
