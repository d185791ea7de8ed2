package game

import "math/rand/v2"

// The capabilities below are optional. A searcher asks for them once, when it
// is built, never inside its loop.

// Undoer is a State that can take moves back.
type Undoer interface {
	State

	// Undo takes back m. Precondition: m is the latest move played on this
	// state since it was made, parsed or copied into, and not yet undone.
	Undo(m Move)
}

// Playouter is a State that finishes games faster than by Moves and Play.
type Playouter interface {
	State

	// Playout plays random moves until the game is over, as RandomMove
	// draws them. The final positions have the distribution that RandomPlayout gives. The
	// moves it makes cannot be undone.
	Playout(r *rand.Rand)
}

// WeightedPlayouter is a State that knows which moves are more sensible than others and
// finishes games by them.
type WeightedPlayouter interface {
	State

	// WeightedPlayout is Playout with moves of unequal probability, as the game knows them.
	WeightedPlayout(r *rand.Rand)
}

// Symmetric is a Game whose board has symmetries: mirror images or rotations
// that change neither what is legal nor who wins.
//
// Law: with t the image under symmetry k, the legal moves of t(s) are the
// images of the legal moves of s, and playing t(m) in t(s) leads to the image
// of the position that m in s leads to.
type Symmetric interface {
	Game

	// Symmetries is how many there are, numbered from 0; 0 is the identity.
	Symmetries() int

	// Transform makes dst the image of src under symmetry k.
	Transform(dst, src State, k int)

	// TransformMove returns the image of m under symmetry k.
	TransformMove(m Move, k int) Move
}

// WinFinder is a State that sees wins without looking for them.
type WinFinder interface {
	State

	// WinningMoves appends, ascending, the legal moves that end the game at
	// once with a win for the player to move.
	WinningMoves(buf []Move) []Move
}

// Bounded is a State that knows bounds of its value: what the player to move
// can be sure of and what it can hope for, as scores.
type Bounded interface {
	State
	Bounds() (pessimistic, optimistic float64)
}

// Evaluated is a Game with evaluations: estimates, in whole numbers of the
// game's own unit, of how good a position is for the player to move, or where
// chance decides for player 0.
type Evaluated interface {
	Game

	// Evaluations lists what Evaluation takes, the default first.
	Evaluations() []EvaluationInfo

	// Evaluation returns the evaluation of that name, "" for the default.
	Evaluation(name string) (func(s State) int, error)
}

// EvaluationInfo names an evaluation.
type EvaluationInfo struct {
	Name string `json:"name"`
	Help string `json:"help"`

	// Scale, if it is known, is the evaluation that stands for an expected
	// score of tanh(1) = 0.76, fitted to games between equal players.
	Scale float64 `json:"scale,omitempty"`

	// Unit, if it is known, is how much of the evaluation stands for one of what
	// people count in the game, see Measured.
	Unit float64 `json:"unit,omitempty"`

	// Leaf says that a tree search does better to judge positions by it than by
	// playouts, as measured.
	Leaf bool `json:"leaf,omitempty"`
}

// Unit is what people count in a game beside who has won.
type Unit string

// The units.
const (
	Discs  Unit = "discs"  // by how many discs one is ahead at the end
	Stones Unit = "stones" // with which of its last stones the winner wins: 1 with the very last, 7 with the 7th last
	Points Unit = "points" // of at most 100, as goals of rulesheets are given
	Equity Unit = "equity" // points a game, as stakes are counted
)

// OtherSided is a Game whose positions can be looked at as if the other player were to
// move in them.
type OtherSided interface {
	Game

	// OtherSide makes dst the position src with the other player to move. It need
	// not be one that play leads to. Precondition: the game is not over.
	OtherSide(dst, src State)
}

// Measured is a Game in which people count more than who has won.
type Measured interface {
	Game

	// Unit is what they count.
	Unit() Unit

	// Count is what p has in the end, or how far it is ahead; what it is
	// behind is negative. Precondition: the game is over.
	Count(s State, p Player) float64

	// CountOf is that of an expected score, where the one tells the other.
	CountOf(score float64) (count float64, known bool)
}

// Endless is a Game whose rules need not end it. After Info.MaxPlies it ends as it stands.
type Endless interface {
	Game

	// CutOff reports whether that is why the game is over in s.
	CutOff(s State) bool
}

// CutOff reports whether a game is over for no other reason than its length.
func CutOff(g Game, s State) bool {
	e, ok := g.(Endless)
	return ok && e.CutOff(s)
}

// Digested is a Game that was read from a text, such as a rulesheet. Its ID tells
// where it was read from; two texts may have been there one after the other.
type Digested interface {
	Game

	// Digest identifies the text: SHA-256, hexadecimal.
	Digest() string
}

// Digest is that of a game, or empty if it was read from nowhere.
func Digest(g Game) string {
	if d, ok := g.(Digested); ok {
		return d.Digest()
	}
	return ""
}

// Grouped is a Game that tells kinds of moves apart, such as captures from other
// moves, so that a search may choose the kind first.
type Grouped interface {
	Game

	// Group is the number of m's group, from 0 to 255. Law: it depends on the
	// position and the move alone.
	Group(s State, m Move) int
}

// Encoded is a Game whose positions can be shown to a network, as planes of
// numbers, and whose moves have places in the vector that the network answers
// with. Both are seen from the player to move, so that one network plays for
// both sides.
//
// Law: positions that look alike have as many legal moves, at the same places.
type Encoded interface {
	Game

	// Encoding says how large everything is.
	Encoding() Encoding

	// Encode writes all the planes of s, one after another, each row by row.
	// Precondition: a player is to move, and planes has Encoding().Inputs()
	// numbers.
	Encode(s State, planes []float32)

	// MoveIndex is the place of m, which is legal in s: different for
	// different moves, and less than Encoding().Moves.
	MoveIndex(s State, m Move) int
}

// Encoding is the sizes of what Encoded writes.
type Encoding struct {
	Planes, Rows, Columns int
	Moves                 int // places for moves
}

// Inputs is how many numbers the planes have together.
func (e Encoding) Inputs() int { return e.Planes * e.Rows * e.Columns }

// Celled is a Game of two players whose positions are cells with small numbers in
// them, as pattern systems read them. A position is shown as one of the players
// sees it, so that one system plays for both sides: where the players' aims differ,
// as in Breakthrough, the board is turned until one's own lies before one.
//
// Law: positions that show the same to the player to move have the same legal
// moves, as far as the board is turned, and the same value; and of a position's
// image under symmetry k of Cells, cell Images[k][c] shows what cell c of the position
// itself shows.
type Celled interface {
	Game

	// Cells says how the cells lie and how many numbers there are.
	Cells() Cells

	// Look writes what player p sees in each cell. Precondition: view has
	// Cells().Count numbers.
	Look(s State, p Player, view []uint8)
}

// What cells of every Celled game show. Numbers above Own, if Cells.Values allows
// them, are kinds of vacant cells that a game tells apart, such as those that can be
// filled at once.
const (
	Theirs uint8 = iota // a piece of the opponent
	Vacant              // no piece
	Own                 // a piece of the player who looks
)

// Cells is how the cells of a Celled game lie.
type Cells struct {
	Columns, Rows int
	Values        int       // a cell shows 0 to Values-1
	Images        [][]uint8 // symmetries that players may look through; 0 is the identity
}

// Count is how many cells there are.
func (c Cells) Count() int { return c.Columns * c.Rows }

// Simultaneous is a State in which, while Turn is Together, all players move
// at once. Seen as a whole such a position is like any other: its moves are
// joint moves, one number for the moves of all players, so that counting,
// random play, records and undo need to know nothing of it. An agent chooses
// for one player, from the position before anybody has moved.
type Simultaneous interface {
	State

	// MovesOf appends the legal moves of player p, ascending and numbered
	// for that player alone. There is at least one unless the game is over.
	MovesOf(p Player, buf []Move) []Move

	// Join returns the joint move in which player p makes moves[p].
	// Law: Moves are the joint moves of all combinations of MovesOf.
	Join(moves []Move) Move
}

// SimultaneousGame is the Game of Simultaneous states: it reads and writes
// moves of one player, with the laws of ParseMove and FormatMove.
type SimultaneousGame interface {
	Game
	ParseMoveOf(s State, p Player, text string) (Move, error)
	FormatMoveOf(s State, p Player, m Move) string
}

// Stochastic is a State in which, while Turn is Chance, dice, cards or the
// like decide. What they show is a move like any other: it is played, undone,
// written and recorded; only its choice is nobody's. All states of a game of
// chance are Stochastic, and no state of another game is.
type Stochastic interface {
	State

	// Probability is that of the outcome m, one of Moves. Law: it is
	// positive, and over all moves it sums to one. Precondition: Turn is
	// Chance.
	Probability(m Move) float64
}

// DiceSetter is a Game of Stochastic states whose dice can be set by hand.
type DiceSetter interface {
	Game

	// SetDice makes the dice of s show what the text says, whether they were
	// rolled or not, and even if they could not be rolled so.
	SetDice(s State, text string) error
}

// Thrower is a State in which players may have a choice before the dice are
// thrown, such as to double.
type Thrower interface {
	State

	// Throw is the move by which the player to move lets the dice be thrown,
	// if that is one of its moves.
	Throw() (m Move, ok bool)
}

// TurnCounter is a Game whose trees people count in turns of several plies,
// such as a roll and the move that follows it.
type TurnCounter interface {
	Game

	// CountTurns says from which position and to how many plies Perft counts
	// what lies so many turns behind s. It leaves s as it is.
	CountTurns(s State, turns int) (from State, plies int)
}

// Staked is a Game whose stake changes while it is played, as by a doubling
// cube: the scores are those of a plain game times the stake.
type Staked interface {
	Game

	// Stake is what it came to in the end of a game from that position, "" for
	// the start, with these moves as FormatLine writes them.
	Stake(position, line string) float64
}

// Conceder is a State of two players in which giving up may cost more than a plain
// loss, as at backgammon, or less than everything, as in a match of several games.
type Conceder interface {
	State

	// Concession is what giving up costs player p as the position stands: so many
	// times the stake. If both players agree it may be fewer times.
	Concession(p Player) (times int, stake float64)

	// OfMatch reports whether the game is one of a match, which counts as a whole:
	// who gives it up loses no more than that game.
	OfMatch() bool

	// Concede returns the move by which the player to move gives up a game of a
	// match for so many times the stake. It is legal though Moves does not list it.
	Concede(times int) Move
}

// OfChance reports whether g is a game of chance.
func OfChance(g Game) bool {
	_, ok := g.New().(Stochastic)
	return ok
}

// Stepwise is a Game whose moves people may make in parts, such as the men of a
// turn one by one.
type Stepwise interface {
	Game

	// Step reads the parts of a move of the player to move in s, in the order
	// in which they are made; of none, Next is what may come first. Law: a whole
	// move as FormatMove writes it is one part that is done, and whatever of Next
	// is added leads to another Partial, until one is done.
	Step(s State, parts []string) (Partial, error)
}

// Partial is what parts of a move come to.
type Partial struct {
	State State    // the position with the parts made, to be drawn
	Done  bool     // they are the whole Move
	Move  Move     // if Done
	Next  []string // single parts that may follow, if not Done
}

// MoveLister is a Game with its own way to write several moves in a row;
// other games separate them by spaces.
type MoveLister interface {
	Game

	// JoinMoves writes move texts as one line; SplitMoves takes it apart.
	// Law: SplitMoves(JoinMoves(texts)) equals texts that FormatMove made.
	JoinMoves(texts []string) string
	SplitMoves(line string) []string
}

// Called is a Game of whose moves players call some otherwise than they are written, as a
// bet after a bet is a call.
type Called interface {
	Game

	// Called is what players call m in s, "" if as it is written. Law: in no position are
	// two moves called alike, nor one as another is written.
	Called(s State, m Move) string
}

// CalledIn is what players call a move of g in s, "" if as it is written.
func CalledIn(g Game, s State, m Move) string {
	if c, ok := g.(Called); ok {
		return c.Called(s, m)
	}
	return ""
}

// Arranger is a State in which a player may begin by setting up what others do not see,
// such as a fleet.
type Arranger interface {
	State

	// Arrange is moves by which the player to move sets up at random what it has not set up
	// yet; nil if that is nothing.
	Arrange(r *rand.Rand) []Move
}

// Narrated is a Game in which a move may bring what the position after it does
// not show, such as the end of one game of a match.
type Narrated interface {
	Game

	// Tell says in one line what a move from before to after has brought, ""
	// if there is nothing to tell.
	Tell(before, after State) string
}

// Marked is a Game whose players can be told apart by their pieces.
type Marked interface {
	Game

	// Marks are what the pieces of each player look like, on boards and
	// wherever else a player is shown.
	Marks() []Mark
}

// Mark is what a player's pieces look like. Symbol and Glyph are 0 where they do
// not look all the same.
type Mark struct {
	Symbol  rune   // an ASCII letter for plain text
	Glyph   rune   // the same piece for displays with colour and Unicode
	Ink     Colour // of the pieces
	Surface Colour // of the board that they stand on
}

// NewMarks are the marks of players by their order: a rune of symbols and one of
// glyphs for each, or none if pieces do not look all the same.
func NewMarks(surface Colour, symbols, glyphs string, inks ...Colour) []Mark {
	marks, s, g := make([]Mark, len(inks)), []rune(symbols), []rune(glyphs)
	for p, ink := range inks {
		if marks[p] = (Mark{Ink: ink, Surface: surface}); p < len(s) {
			marks[p].Symbol, marks[p].Glyph = s[p], g[p]
		}
	}
	return marks
}

// MarkOf is what the pieces of player p look like, if that is known.
func MarkOf(g Game, p Player) (Mark, bool) {
	if m, ok := g.(Marked); ok {
		if marks := m.Marks(); p >= 0 && int(p) < len(marks) {
			return marks[p], true
		}
	}
	return Mark{}, false
}

// Drawer is a State that describes its board to whoever draws it.
type Drawer interface {
	State
	Draw() Board
}

// Board describes a rectangular board and what stands on it.
type Board struct {
	Columns, Rows int
	Cells         []Cell   // row by row from the top left
	ColumnLabels  []string // one a column; nil if players name no columns
	RowLabels     []string // one a row from the top; nil if players name no rows
	Surface       Colour   // of the board itself
	Pieces        []Colour // of each player's pieces
	Caption       string   // what the cells do not show, such as a disc count
	Titles        []Title  // above groups of columns, from left to right; nil if there are none

	// Hexagons says that cells are hexagons: every row is half a cell to the
	// right of the one below it, so that a cell has two neighbours in each of
	// the rows beside its own.
	Hexagons bool
}

// Title stands above some columns of a Board.
type Title struct {
	Column int // where it begins
	Text   string
}

// Cell is one cell of a Board.
type Cell struct {
	Symbol rune   // an ASCII letter for plain text, 0 if the cell is empty
	Glyph  rune   // the same piece for displays with colour and Unicode
	Owner  Player // whose piece it is, if the cell is not empty; Nobody's are walls and the like
	Target bool   // a legal move puts a piece here
	Won    bool   // the piece is of a line that has won
	Latest bool   // what a player did last; a board that tells it tells it of all players
}

// TextDrawer is a State whose board is no rectangle of cells: it draws itself.
type TextDrawer interface {
	State

	// DrawText returns the board line by line. Different positions look
	// different.
	DrawText() []TextLine
}

// CellDrawer is a State that draws itself as text and can also describe its board by
// cells, for displays that have more than text.
type CellDrawer interface {
	TextDrawer

	// DrawCells is the board; false if the state has none of cells.
	DrawCells() (Board, bool)
}

// TableDrawer is a State that draws itself as text and can also describe what lies on its
// table, for displays that have more than text.
type TableDrawer interface {
	TextDrawer
	DrawTable() []TableRow
}

// TableRow is things that lie together on a table.
type TableRow struct {
	Label string // whose or what they are
	Kind  Thing
	Words []string // one a thing; Unseen of one that lies face down
}

// Thing is what lies on a table.
type Thing string

// The things.
const (
	Words Thing = "words" // bets, bids and the like
	Cards Thing = "cards"
	Dice  Thing = "dice"
	Chips Thing = "chips"
)

// TextLine is a line of a board, piece by piece.
type TextLine []TextSpan

// TextSpan is a piece of a line in one colour. Those of a board that are three
// characters wide may lose one where a display is narrow: a blank, or else the last.
type TextSpan struct {
	Plain   string // in ASCII
	Fancy   string // for displays with colour and Unicode, just as wide; "" for the same
	Ink     Colour // "" for the display's own
	Surface Colour // likewise
}

// Colour names a colour; the display chooses its shade.
type Colour string

// The colours that boards use.
const (
	Black  Colour = "black"
	White  Colour = "white"
	Red    Colour = "red"
	Yellow Colour = "yellow"
	Blue   Colour = "blue"
	Green  Colour = "green"
	Paper  Colour = "paper"
	Wood   Colour = "wood"
)

// Capabilities names what g can do beyond its rules, for people and programs that
// list games.
func Capabilities(g Game) []string {
	s := g.New()
	_, undo := s.(Undoer)
	_, playout := s.(Playouter)
	_, wins := s.(WinFinder)
	_, together := s.(Simultaneous)
	_, chance := s.(Stochastic)
	_, secrets := s.(Veiled)
	_, symmetric := g.(Symmetric)
	_, cells := g.(Celled)
	_, board := s.(Drawer)
	_, text := s.(TextDrawer)
	names := []string{}
	for _, c := range []struct {
		name string
		has  bool
	}{
		{"undo", undo}, {"playout", playout}, {"winning-moves", wins}, {"simultaneous", together},
		{"chance", chance}, {"secrets", secrets}, {"symmetries", symmetric}, {"cells", cells}, {"drawing", board || text},
	} {
		if c.has {
			names = append(names, c.name)
		}
	}
	return names
}
