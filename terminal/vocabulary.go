package terminal

import (
	"slices"
	"strings"

	"gambito/game"
	"gambito/spec"
	"gambito/words"
)

// word is a command that a person may type where a move is asked for, or after the
// end of a game.
type word struct {
	verb    words.Message // in English; its translation may be typed too
	short   []string      // other forms
	usage   words.Message // how help writes it
	about   words.Message // what help says of it
	arg     argument
	when    moment
	applies func(g game.Game) bool // nil: to all games
}

// argument is what may follow a word.
type argument int

const (
	noArgument argument = iota
	mayHaveArgument
	fileArgument
	positionArgument
	diceArgument
)

// moment is when a word means something.
type moment int

const (
	playing  moment = 1 << iota // while a person is to move
	finished                    // after the end of a game
	matching                    // while a person plays in a match
)

// vocabulary is all commands, in the order of help.
var vocabulary = []word{
	{verb: words.Message("help"), short: []string{"?"}, usage: words.Message("help"), about: words.Message("this list"), when: playing | finished | matching},
	{verb: words.Message("rules"), usage: words.Message("rules"), about: words.Message("what the game is about"), when: playing | finished | matching},
	{verb: words.Message("moves"), usage: words.Message("moves"), about: words.Message("list the legal moves, or what may follow the parts of one"), when: playing | matching},
	{verb: words.Message("scatter"), short: []string{"random"}, usage: words.Message("scatter"), about: words.Message("place what is left of your fleet at random"), when: playing, applies: arranged},
	{verb: words.Message("board"), usage: words.Message("board"), about: words.Message("draw the board again"), when: playing | finished | matching},
	{verb: words.Message("hint"), usage: words.Message("hint [SPEC]"), about: words.Message("the three best moves, by an agent"), arg: mayHaveArgument, when: playing},
	{verb: words.Message("value"), usage: words.Message("value [SPEC]"), about: words.Message("what the position is worth, by an agent"), arg: mayHaveArgument, when: playing | finished},
	{verb: words.Message("history"), short: []string{"historial"}, usage: words.Message("history"), about: words.Message("the moves so far"), when: playing | finished},
	{verb: words.Message("undo"), usage: words.Message("undo"), about: words.Message("take back the last part of a move, or else your last move and the reply"), when: playing | finished, applies: open},
	{verb: words.Message("dice"), usage: words.Message("dice ROLL"), about: words.Message("set by hand what the dice show, or will show if you roll"), arg: diceArgument, when: playing, applies: openDice},
	{verb: words.Message("position"), usage: words.Message("position"), about: words.Message("print the position as --position takes it"), when: playing | finished, applies: open},
	{verb: words.Message("edit"), usage: words.Message("edit TEXT"), about: words.Message("go on from another position, written as position prints it"), arg: positionArgument, when: playing | finished, applies: open},
	{verb: words.Message("save"), usage: words.Message("save FILE"), about: words.Message("write the game to a file whose name ends with %s"), arg: fileArgument, when: playing | finished},
	{verb: words.Message("load"), usage: words.Message("load FILE"), about: words.Message("go on with a game from a file"), arg: fileArgument, when: playing | finished},
	{verb: words.Message("review"), usage: words.Message("review"), about: words.Message("judge the moves of the game"), when: playing | finished, applies: open},
	{verb: words.Message("new"), usage: words.Message("new"), about: words.Message("begin another game"), when: playing | finished},
	{verb: words.Message("rematch"), usage: words.Message("rematch"), about: words.Message("begin another game with sides changed"), when: finished},
	{verb: words.Message("resign"), usage: words.Message("resign"), about: words.Message("give up"), when: playing, applies: plainLoss},
	{verb: words.Message("resign"), usage: words.Message("resign"), about: words.Message("give up"), when: matching},
	{verb: words.Message("resign"), usage: words.Message("resign [N]"), about: words.Message("give up: 1 is a single game, 2 a gammon, 3 a backgammon; in a match the game that is played"), arg: mayHaveArgument, when: playing, applies: countedLoss},
	{verb: words.Message("quit"), short: []string{"q", "exit"}, usage: words.Message("quit"), about: words.Message("leave (also Ctrl-C twice, or the end of input)"), when: playing | finished | matching},
}

// countedLoss reports whether a game may be lost more than once over.
func countedLoss(g game.Game) bool {
	_, ok := g.New().(game.Conceder)
	return ok
}

// arranged reports whether players begin by setting something up.
func arranged(g game.Game) bool {
	_, ok := g.New().(game.Arranger)
	return ok
}

// open reports whether players see everything.
func open(g game.Game) bool { return !game.OfSecrets(g) }

// openDice reports whether dice may be set by hand.
func openDice(g game.Game) bool { return game.OfChance(g) && open(g) }

func plainLoss(g game.Game) bool { return !countedLoss(g) }

// known are the words that mean something in a game at a moment.
func known(g game.Game, when moment) (list []word) {
	for _, w := range vocabulary {
		if w.when&when != 0 && (w.applies == nil || w.applies(g)) {
			list = append(list, w)
		}
	}
	return list
}

// find is the word that a text is, in English or the language of the words.
func find(list []word, say words.Words, text string) (word, bool) {
	text = strings.ToLower(text)
	i := slices.IndexFunc(list, func(w word) bool {
		return text == string(w.verb) || slices.Contains(w.short, text) || unaccented(text) == unaccented(say.Say(w.verb))
	})
	if i < 0 {
		return word{}, false
	}
	return list[i], true
}

// unaccented is a word as people type it who leave accents out.
func unaccented(text string) string { return ascii(text) }

// verbs are the words as the language writes them.
func verbs(list []word, say words.Words) (texts []string) {
	for _, w := range list {
		texts = append(texts, say.Say(w.verb))
	}
	return texts
}

// meant is the verb that was probably meant by a mistyped one, or "".
func meant(list []word, say words.Words, text string) string {
	if len(text) < 3 { // anything is near to that
		return ""
	}
	return spec.Nearest(text, verbs(list, say))
}

// help explains the words. Files of the game may end with the endings.
func (s *Screen) help(list []word, endings []string) {
	usages, wide := make([]string, len(list)), 0
	for i, w := range list {
		usages[i] = s.Words.Say(w.usage)
		wide = max(wide, len([]rune(usages[i])))
	}
	indent := strings.Repeat(" ", wide+4)
	for i, w := range list {
		about := s.Words.Say(w.about)
		if w.verb == "save" {
			about = s.Words.Say(w.about, s.Words.List(endings))
		}
		pad := strings.Repeat(" ", wide-len([]rune(usages[i])))
		s.printf("%s\n", wrap("  "+usages[i]+pad+"  "+about, s.Width(), indent))
	}
}
