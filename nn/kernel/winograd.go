package kernel

// Winograd's convolution computes 4×4 cells of a 3×3 convolution at a time from
// the 6×6 cells around them:
//
//	Y = Aᵀ[ (G w Gᵀ) ⊙ (Bᵀ d B) ] A
//
// with 36 multiplications where the plain sum has 144. For many channels the
// product ⊙ becomes 36 products of matrices, one for each of the 36 frequencies,
// with a row for every tile of every board. See Lavin and Gray, Fast Algorithms
// for Convolutional Neural Networks, CVPR 2016.
//
// Backwards every step is a linear map, so its gradient is the transposed map:
//
//	dM = A dY Aᵀ, dU = Vᵀ dM, dV = dM Uᵀ, dX = B dV Bᵀ, dw = Gᵀ dU G
//
// with V = Bᵀ d B, U = G w Gᵀ and M = V U. The matrices are
//
//	     4  0 −5  0  1  0          1  1  1  1  1  0         1/4    0    0
//	     0 −4 −4  1  1  0     Aᵀ = 0  1 −1  2 −2  0        −1/6 −1/6 −1/6
//	Bᵀ = 0  4 −4 −1  1  0          0  1  1  4  4  0    G = −1/6  1/6 −1/6
//	     0 −2 −1  2  1  0          0  1 −1  8 −8  1         1/24 1/12  1/6
//	     0  2 −1 −2  1  0                                   1/24−1/12  1/6
//	     0  4  0 −5  0  1                                    0    0    1
//
// Activations are cells × channels with one cell more than the board has, behind
// the others. The tables of a tile say where its cells are; those outside the
// board all point to that extra cell. It must be zero where it is read, and takes
// what nobody reads where it is written.
const (
	// Tile is how many rows and columns of outputs a tile has.
	Tile = 4
	// Frequencies is how many numbers a transformed tile has a channel.
	Frequencies = (Tile + 2) * (Tile + 2)
	// Lanes is what the number of channels must be a multiple of.
	Lanes = 8
)

// Offsets says where the cells of a tile begin, counted in numbers: the 6×6 that
// a tile reads and the 4×4 that it writes.
type Offsets struct {
	in              [Frequencies]int32
	out             [Tile * Tile]int32
	sizeIn, sizeOut int // of a board with its extra cell
}

// Tiles covers a board with tiles. The channels of its inputs and outputs may
// differ.
func Tiles(rows, columns, channelsIn, channelsOut int) []Offsets {
	at := func(row, column int) int {
		if row < 0 || row >= rows || column < 0 || column >= columns {
			return rows * columns
		}
		return row*columns + column
	}
	var tiles []Offsets
	for row := 0; row < rows; row += Tile {
		for column := 0; column < columns; column += Tile {
			o := Offsets{sizeIn: (rows*columns + 1) * channelsIn, sizeOut: (rows*columns + 1) * channelsOut}
			for i := range o.in {
				o.in[i] = int32(at(row-1+i/(Tile+2), column-1+i%(Tile+2)) * channelsIn)
			}
			for i := range o.out {
				o.out[i] = int32(at(row+i/Tile, column+i%Tile) * channelsOut)
			}
			tiles = append(tiles, o)
		}
	}
	return tiles
}

// matrixG transforms weights, for the points 0, 1, −1, 2, −2 and ∞.
var matrixG = [6][3]float32{
	{1. / 4, 0, 0},
	{-1. / 6, -1. / 6, -1. / 6},
	{-1. / 6, 1. / 6, -1. / 6},
	{1. / 24, 1. / 12, 1. / 6},
	{1. / 24, -1. / 12, 1. / 6},
	{0, 0, 1},
}

// TransformInput sets v = Bᵀ d B for one tile: frequency f of channel c is at
// v[f·stride + c].
func TransformInput(v []float32, stride int, x []float32, o *Offsets, channels int) {
	needTile(v, stride, channels)
	need("x", len(x), o.sizeIn)
	transformInput(v, stride, x, o, channels)
}

// TransformOutput sets y = Aᵀ m A + bias for one tile, adds what is at the same
// place of skip unless that is nil, and sets negative results to zero if rectify
// is set.
func TransformOutput(y, m []float32, stride int, bias, skip []float32, rectify bool, o *Offsets, channels int) {
	needTile(m, stride, channels)
	need("bias", len(bias), channels)
	need("y", len(y), o.sizeOut)
	if skip != nil {
		need("skip", len(skip), o.sizeOut)
	}
	transformOutput(y, m, stride, bias, skip, rectify, o, channels)
}

// GradientOutput sets dm = A dy Aᵀ for one tile.
func GradientOutput(dm []float32, stride int, dy []float32, o *Offsets, channels int) {
	needTile(dm, stride, channels)
	need("dy", len(dy), o.sizeOut)
	gradientOutput(dm, stride, dy, o, channels)
}

// GradientInput adds B dv Bᵀ for one tile to dx.
func GradientInput(dx, dv []float32, stride int, o *Offsets, channels int) {
	needTile(dv, stride, channels)
	need("dx", len(dx), o.sizeIn)
	gradientInput(dx, dv, stride, o, channels)
}

func needTile(planes []float32, stride, channels int) {
	need("a transformed tile", len(planes), (Frequencies-1)*stride+channels)
	if channels%Lanes != 0 {
		panic("kernel: the number of channels must be a multiple of 8")
	}
}

// TransformWeights sets u = G w Gᵀ. The weights are 3×3 blocks of size numbers,
// the result 36 blocks that begin stride numbers apart, of which it writes the
// first size numbers.
func TransformWeights(u []float32, stride int, w []float32, size int) {
	need("u", len(u), (Frequencies-1)*stride+size)
	need("w", len(w), 9*size)
	for f := range Frequencies {
		block := u[f*stride : f*stride+size]
		clear(block)
		for i := range 9 {
			if factor := matrixG[f/6][i/3] * matrixG[f%6][i%3]; factor != 0 {
				axpy(factor, w[i*size:(i+1)*size], block)
			}
		}
	}
}

// GradientWeights adds Gᵀ du G to dw, which are laid out as u and w in
// TransformWeights.
func GradientWeights(dw []float32, size int, du []float32, stride int) {
	need("du", len(du), (Frequencies-1)*stride+size)
	need("dw", len(dw), 9*size)
	for i := range 9 {
		block := dw[i*size : (i+1)*size]
		for f := range Frequencies {
			if factor := matrixG[f/6][i/3] * matrixG[f%6][i%3]; factor != 0 {
				axpy(factor, du[f*stride:f*stride+size], block)
			}
		}
	}
}
