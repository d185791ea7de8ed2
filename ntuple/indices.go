package ntuple

// Indices say which pattern every place of a system shows, as one player sees the
// position: four of them in a word.
type Indices []uint64

// NewIndices makes room for the indices of one position.
func (s *System) NewIndices() Indices { return make(Indices, s.words) }

// Read makes x the indices of what a player sees.
func (s *System) Read(x Indices, view []uint8) {
	clear(x)
	for cell, shows := range view {
		s.Change(x, cell, int(shows))
	}
}

// Change follows a cell that shows a number more by so much, or less if by is below 0.
func (s *System) Change(x Indices, cell, by int) {
	units := s.unitsOf(cell)
	x = x[:len(units)]
	for i, u := range units {
		x[i] += uint64(by) * u
	}
}

// At is the index of one place.
func (x Indices) At(place int) int { return int(uint16(x[place>>2] >> (16 * (place & 3)))) }
