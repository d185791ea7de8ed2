package othello

import (
	"strings"
	"unicode"
)

// JoinMoves implements game.MoveLister.
func (Game) JoinMoves(texts []string) string { return strings.Join(texts, " ") }

// SplitMoves implements game.MoveLister: it takes transcripts too, as Othello
// players write them: f5d6c3 in one word or in several, in letters of either case,
// with numbers and any separators between. A pass is pass, ps, pa or --; that it may
// be left out is game.ParseLine's doing.
func (Game) SplitMoves(line string) (texts []string) {
	for _, word := range strings.FieldsFunc(line, isSeparator) {
		if strings.Trim(word, "0123456789") == "" {
			continue // the number of a move
		}
		for rest := strings.ToLower(word); rest != ""; {
			text, length := firstMove(rest)
			texts, rest = append(texts, text), rest[length:]
		}
	}
	return texts
}

func isSeparator(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;.:|/()[]", r) }

// firstMove is the first move of a word without spaces and how long it is there;
// all of the word if it begins with none.
func firstMove(word string) (text string, length int) {
	for _, pass := range []string{passText, "ps", "pa", "--"} {
		if strings.HasPrefix(word, pass) {
			return passText, len(pass)
		}
	}
	if len(word) >= 2 && word[0] >= 'a' && word[0] <= 'h' && word[1] >= '1' && word[1] <= '8' {
		return word[:2], 2
	}
	return word, len(word)
}
