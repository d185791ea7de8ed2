package games

import (
	"fmt"
	"slices"
	"strings"

	"gambito/game"
	"gambito/games/whist"
	"gambito/spec"
)

// Rules tell a newcomer how a game goes on, a few sentences each of which can be translated
// by itself; nil of games whose About says it all, and of rulesheets.
func Rules(g game.Game) []string {
	entry, values, err := Catalogue.Read(g.Info().ID)
	if err != nil {
		return nil
	}
	if tell := rules[entry.ID]; tell != nil {
		return tell(values)
	}
	return nil
}

// Particular is the sentence of the rules that options decide and that players need while
// they play, such as what trumps are; "" if there is none.
func Particular(g game.Game) string {
	rules := Rules(g)
	if entry, _, err := Catalogue.Read(g.Info().ID); err == nil && (entry.ID == "whist" || entry.ID == "liars-dice") {
		return rules[1]
	}
	return ""
}

// rules are by game.
var rules = map[string]func(v spec.Values) []string{
	"kuhn": plain(
		"The cards are J, Q and K, from the lowest to the highest; each player puts one chip into the pot and is dealt one card, which the other does not see.",
		"The first player passes or bets one chip. After a pass the other may pass, and the higher card wins the pot, or bet, which the first then answers.",
		"After a bet, bet means to call it with a chip of one's own: the higher card wins two chips. Pass then means to fold: who has bet wins one chip, whatever the cards are."),
	"leduc": plain(
		"The six cards are two each of J, Q and K; each player puts one chip into the pot and is dealt one card, which the other does not see.",
		"In turn players call, which puts in as much as the other has, or nothing if nothing was bet (a check), raise, which also bets two chips more, or fold, which gives up the pot. A round has two raises at most.",
		"Then a card is laid open for both, and there is a second round in which a raise is four chips, begun by the first player again.",
		"Who has a pair with the open card wins the pot, else who has the higher card; equal cards share it. What is won is what the other has put in."),
	"liars-dice": func(v spec.Values) []string {
		return []string{
			"Each player rolls one die in secret. A bid such as 2x3 says that among both dice at least 2 show a 3.",
			fmt.Sprintf("The highest face, %d, is wild: a die that shows it counts for every bid, whatever its face.", v.Int("faces")),
			"In turn players bid higher, more dice or as many of a higher face, or say liar. Then both dice are shown: if the last bid is true who made it wins, else who said liar.",
		}
	},
	"push-fold": func(v spec.Values) []string {
		return []string{
			fmt.Sprintf("Each player has %d big blinds and is dealt two cards, which the other does not see: AKs are an ace and a king of one suit, AKo of two, 77 is a pair.", v.Int("stack")),
			"The first player has put in half a big blind, the second a whole one. The first pushes everything into the pot or folds and loses the half; after a push the second calls with everything or folds and loses the one.",
			"After a call no cards are turned over: each gets the share of the pot that its cards win on average.",
		}
	},
	"goofspiel": func(v spec.Values) []string {
		return []string{
			fmt.Sprintf("Each player holds the cards 1 to %d; prizes of 1 to %d points lie face down.", v.Int("cards"), v.Int("cards")),
			"A prize is turned over and both bid a card for it, the second without seeing the first one's. The higher card takes the prize, of equal cards nobody does, and both cards are gone.",
			"When all cards are gone, who has more points wins, however many more.",
		}
	},
	"whist": func(v spec.Values) []string {
		trump := "There are no trumps."
		if suit := v.Text("trump"); suit != whist.None {
			trump = fmt.Sprintf("Trumps are %s: they beat all cards of other suits.", suit)
		}
		return []string{
			fmt.Sprintf("Each player is dealt %d cards, which the other does not see; the rest of the pack stays face down. A card is its rank and its suit: TS is the ten of spades.", v.Int("hand")),
			trump,
			"The first player leads any card. The other must play a card of the same suit if it has one, and else may play any. The higher card of the suit that was led takes the trick, unless a trump was played to it; who takes it leads next.",
			"When all cards are played, who has more tricks wins, however many more.",
		}
	},
	"phantom-tictactoe": func(v spec.Values) []string {
		return []string{
			fmt.Sprintf("Who first has %d stones of its own in a row, a column or a diagonal wins; if the board is full before that it is a draw.", v.Int("size")),
			"You see your own stones and those of the other that you have run into. If the cell that you choose is taken you are told so, and choose again; the other is not told what you tried.",
		}
	},
	"dark-hex": plain(
		"Cells are hexagons: each touches the two beside it in its row and two in the row above and below. Red moves first; who joins its two sides by a chain of its own stones wins, and one of both does in the end.",
		"You see your own stones and those of the other that you have run into. If the cell that you choose is taken you are told so, and choose again; the other is not told what you tried."),
	"battleship": func(v spec.Values) []string {
		fleet := strings.Split(v.Text("fleet"), "-")
		return []string{
			fmt.Sprintf("First each player places its ships, of lengths %s: write both ends of a ship, such as a1-%s1 across or a1-a%s down. Ships may touch, but not lie on each other. The word scatter places the rest at random.",
				strings.Join(fleet, " "), string(rune('a'-1+longest(fleet))), fmt.Sprint(longest(fleet))),
			"Then players shoot in turn, one cell a turn, hit or not. It is told whether a ship is hit, and when all of its cells are hit that it is sunk, and how long it was. Who sinks the whole fleet of the other wins.",
			"The sea on the left is the other's, at which you shoot; yours is on the right. S (or ■) is a ship of yours, o (∘) a shot into the water, X (✕) a hit, # (▩) a ship that was sunk; sunk ships that touch have different signs. The last shot of each stands in brackets.",
		}
	},
}

// plain rules are the same whatever the options.
func plain(sentences ...string) func(spec.Values) []string {
	return func(spec.Values) []string { return slices.Clone(sentences) }
}

// longest is the length of the longest ship.
func longest(fleet []string) (most int) {
	for _, text := range fleet {
		n := 0
		fmt.Sscan(text, &n) // the game has read it before
		most = max(most, n)
	}
	return most
}
