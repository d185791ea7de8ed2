package drawing

// Colour is two of them, such as #1f4e8c: on light paper, and on dark. The zero
// value is no colour at all.
type Colour struct{ Light, Dark string }

// Colours that all drawings share.
var (
	None  = Colour{}
	Paper = Colour{"#ffffff", "#15181c"}
	Ink   = Colour{"#222222", "#dddddd"} // texts and axes
	Faint = Colour{"#555555", "#a4a4a4"} // what is said beside
	Grid  = Colour{"#d4d4d4", "#3a3e44"}
)

// Distinct are the colours of Okabe and Ito (Color Universal Design, 2008),
// which people with any kind of colour vision tell apart; yellow, too light on
// white, is left out. On dark paper the dark ones are lighter.
var Distinct = []Colour{
	{"#0072b2", "#3b9ddb"}, {"#d55e00", "#e8762b"}, {"#009e73", "#1fb88c"}, {"#cc79a7", "#d78fb6"},
	{"#e69f00", "#e69f00"}, {"#56b4e9", "#8fd0f5"}, {"#000000", "#ffffff"}, {"#888888", "#999999"},
}
