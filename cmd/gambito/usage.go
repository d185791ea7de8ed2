package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"gambito/spec"
)

// needsValue finds a flag of text at the end of the line: the parser takes nothing for
// its value.
func needsValue(parsed *kong.Context, args []string) error {
	last := args[len(args)-1]
	for _, flag := range parsed.Flags() {
		if last == "--"+flag.Name && !flag.IsBool() && !slices.Contains(args[:len(args)-1], "--") && flag.Target.IsZero() {
			return fmt.Errorf("%s needs a value", last)
		}
	}
	return nil
}

// negative finds a number that the parser took for a flag.
var negative = regexp.MustCompile(`(?:unknown flag |got ")(-[0-9][0-9.]*)`)

// explainUsage adds what would be right to the parser's errors.
func explainUsage(parser *kong.Kong, args []string, err error) error {
	var verbs []string
	for _, node := range parser.Model.Children {
		verbs = append(verbs, node.Name)
	}
	if verb := args[0]; !strings.HasPrefix(verb, "-") && !slices.Contains(verbs, verb) {
		return fmt.Errorf("unknown verb %q %s", verb, spec.Suggest(verb, verbs))
	}
	if len(args) > 1 && args[0] == "fleet" && (args[1] == "join" || args[1] == "worker") {
		return errors.New("gambito worker URL lends this machine to a fleet (gambito worker --help shows how)")
	}
	if found := negative.FindStringSubmatch(err.Error()); found != nil {
		return fmt.Errorf("%s: no number here may be negative", found[1])
	}
	err = errors.New(plainUsage(err.Error()))
	help := "--help"
	for at := parser.Model.Node; len(args) > 0; args = args[1:] {
		i := slices.IndexFunc(at.Children, func(verb *kong.Node) bool { return verb.Name == args[0] })
		if i < 0 {
			break
		}
		at = at.Children[i]
		help = at.Path() + " --help"
	}
	return fmt.Errorf("%w (gambito %s shows how it is used)", err, help)
}

// usageWords say what the parser means by its errors.
var usageWords = []struct {
	found *regexp.Regexp
	plain string
}{
	{regexp.MustCompile(`^(--\S+): expected .* but got "EOL".*$`), "$1 needs a value"},
	{regexp.MustCompile(`^(\S+): expected a valid \d+ bit u?int but got "(.*)"$`), `$1: it must be a whole number, not "$2"`},
	{regexp.MustCompile(`^(\S+): expected a float but got "(.*)".*$`), `$1: it must be a number, not "$2"`},
	{regexp.MustCompile(`^(\S+): expected duration but got "(.*?)".*$`), `$1: it must be a time such as 500ms or 2s, not "$2"`},
	{regexp.MustCompile(`^(\S+): bool value must be .*$`), "$1 takes no value"},
	{regexp.MustCompile(`^missing flags: (.*)$`), "$1 is missing"},
	{regexp.MustCompile(`^expected one of (.*)$`), "a verb is missing: one of $1"},
	{regexp.MustCompile(`^expected "(<.*?>)( \.\.\.)?.*"$`), "$1 is missing"},
	{regexp.MustCompile(`^unexpected argument (.*)$`), "$1 is one argument too many"},
	{regexp.MustCompile(`^(\S+) must be one of (.*) but got (".*")$`), "$1 must be one of $2, not $3"},
}

// argument finds how the parser writes one, and quotes in its lists.
var (
	argument = regexp.MustCompile(`<([a-z -]+)>`)
	quotes   = regexp.MustCompile(`"([a-z-]+)",? ?`)
)

// plainUsage tells an error of the parser as people do.
func plainUsage(message string) string {
	for _, w := range usageWords {
		if !w.found.MatchString(message) {
			continue
		}
		message = w.found.ReplaceAllString(message, w.plain)
		if before, list, ok := strings.Cut(message, "one of "); ok && strings.Contains(list, `"`) {
			list, rest, _ := strings.Cut(list, ", not ")
			list = strings.TrimSuffix(quotes.ReplaceAllString(list, "$1, "), ", ")
			if message = before + "one of " + list; rest != "" {
				message += ", not " + rest
			}
		}
		break
	}
	return argument.ReplaceAllStringFunc(message, func(name string) string { return strings.ToUpper(strings.Trim(name, "<>")) })
}

// plainWords is an error's message without the words of libraries about files and
// JSON.
func plainWords(err error) string {
	message := err.Error()
	var path *fs.PathError
	if errors.As(err, &path) {
		message = strings.ReplaceAll(message, path.Error(), path.Path+": "+plainReason(path.Err))
		message = strings.ReplaceAll(message, path.Path+": "+path.Path+": ", path.Path+": ") // who calls names it often too
	}
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		message = strings.ReplaceAll(message, syntax.Error(), fmt.Sprintf("it is not JSON after %d bytes", syntax.Offset))
	case errors.As(err, &kind):
		message = strings.ReplaceAll(message, kind.Error(), fmt.Sprintf("%s cannot be a %s", kind.Field, strings.ReplaceAll(kind.Value, "array", "list")))
	case errors.Is(err, io.ErrUnexpectedEOF):
		message = strings.ReplaceAll(message, io.ErrUnexpectedEOF.Error(), "it ends too early")
	}
	return message
}

// plainReason is why a file cannot be used.
func plainReason(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such file"
	case errors.Is(err, fs.ErrPermission):
		return "permission denied"
	case err.Error() == "is a directory":
		return "it is a folder"
	case err.Error() == "not a directory":
		return "it is no folder, or not in one"
	}
	return err.Error()
}
