package ntuple

import (
	"testing"

	"gambito/game"
)

func othello(t testing.TB) *System {
	cells := game.Cells{Columns: 8, Rows: 8, Values: 3}
	for k := range 8 {
		image := make([]uint8, 64)
		for c := range image {
			x, y := c%8, c/8
			if k&1 != 0 {
				x = 7 - x
			}
			if k&2 != 0 {
				y = 7 - y
			}
			if k&4 != 0 {
				x, y = y, x
			}
			image[c] = uint8(8*y + x)
		}
		cells.Images = append(cells.Images, image)
	}
	s, err := New(Shape{Cells: cells, Sets: [][]uint8{
		{0, 1, 2, 3, 4, 5, 6, 7, 9, 14}, {0, 1, 2, 3, 4, 8, 9, 10, 11, 12}, {0, 1, 2, 8, 9, 10, 16, 17, 18},
		{8, 9, 10, 11, 12, 13, 14, 15}, {16, 17, 18, 19, 20, 21, 22, 23}, {24, 25, 26, 27, 28, 29, 30, 31},
		{0, 9, 18, 27, 36, 45, 54, 63}, {1, 10, 19, 28, 37, 46, 55}, {2, 11, 20, 29, 38, 47}, {3, 12, 21, 30, 39}, {4, 13, 22, 31},
	}, Stages: []int{64, 50, 40, 30, 20, 10}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func BenchmarkOthello(b *testing.B) {
	s := othello(b)
	b.Log(s.Places(), s.Slots())
	w := NewWeights(s)
	for i := range w.Values {
		for j := range w.Values[i] {
			w.Values[i][j] = float32(i*j%100) - 50
		}
	}
	t := w.Tables(1)
	x, y := s.NewIndices(), s.NewIndices()
	view := make([]uint8, 64)
	for i := range view {
		view[i] = uint8(i * i % 3)
	}
	s.Read(x, view)
	s.Read(y, view)
	b.ReportAllocs()
	sum := 0
	n := 0
	for b.Loop() {
		n++
		c := n * 2654435761 >> 7 & 63
		for k := range 4 {
			by := 1 - int(view[(c+k)&63])
			view[(c+k)&63] = uint8(int(view[(c+k)&63]) + by)
			s.Change(x, (c+k)&63, by)
			s.Change(y, (c+k)&63, by)
		}
		sum += t.Sum(x, n&3)
		for k := range 4 {
			by := int(n>>k)%3 - 1
			if int(view[(c+k)&63])+by < 0 || int(view[(c+k)&63])+by > 2 {
				by = 0
			}
			view[(c+k)&63] = uint8(int(view[(c+k)&63]) + by)
			s.Change(x, (c+k)&63, by)
			s.Change(y, (c+k)&63, by)
		}
		sum += t.Sum(y, n&3)
	}
	sink = sum
}

var sink int

func BenchmarkSum(b *testing.B) {
	s := othello(b)
	t := NewWeights(s).Tables(1)
	x := make([]Indices, 64)
	view := make([]uint8, 64)
	for k := range x {
		x[k] = s.NewIndices()
		for i := range view {
			view[i] = uint8((i*i + k*i) % 7 % 3)
		}
		s.Read(x[k], view)
	}
	n, sum := 0, 0
	for b.Loop() {
		n++
		sum += t.Sum(x[n&63], 1)
	}
	sink = sum
}

func BenchmarkChange(b *testing.B) {
	s := othello(b)
	x := s.NewIndices()
	n := 0
	for b.Loop() {
		n++
		s.Change(x, n&63, 1)
	}
}
