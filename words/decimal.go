package words

// Decimal writes a number with so many digits behind the point, or the comma, as
// people do in the language.
func (w Words) Decimal(x float64, digits int) string { return w.number(x, digits) }

// Signed is Decimal with a sign in any case.
func (w Words) Signed(x float64, digits int) string { return w.signed(x, digits) }
