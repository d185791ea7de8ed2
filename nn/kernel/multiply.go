package kernel

// A product C = A·B is computed in tiles of a few rows and panelWidth columns,
// which the registers hold while the sum over A's columns and B's rows runs. B is
// packed before: cut into panels of panelWidth columns, each of them row after
// row, the last one filled up with zeros, so that a tile reads it in one go.
const (
	panelWidth = 16
	tileRows   = 6
	// depth limits how many rows of a panel are read before the next tile
	// begins: they should stay in the first-level cache.
	depth = 256
)

// PackedSize is how many numbers a matrix with that many rows and columns has
// when it is packed.
func PackedSize(rows, columns int) int {
	return (columns + panelWidth - 1) / panelWidth * panelWidth * rows
}

// Pack writes a matrix as the right factor of Multiply; element (i, j) is
// b[i·rowStride + j·columnStride].
func Pack(packed, b []float32, rowStride, columnStride, rows, columns int) {
	need("packed", len(packed), PackedSize(rows, columns))
	if rows > 0 && columns > 0 {
		need("b", len(b), (rows-1)*rowStride+(columns-1)*columnStride+1)
	}
	for first := 0; first < columns; first += panelWidth {
		width := min(panelWidth, columns-first)
		for i := range rows {
			to := packed[:panelWidth]
			packed = packed[panelWidth:]
			if columnStride == 1 {
				copy(to[:width], b[i*rowStride+first:])
			} else {
				for j := range width {
					to[j] = b[i*rowStride+(first+j)*columnStride]
				}
			}
			clear(to[width:])
		}
	}
}

// Multiply sets C = A·B, or adds the product to C. A has m rows and k columns and
// element (i, l) at a[i·rowStride + l·columnStride], so that a transposed matrix
// needs no copy. B is packed, with k rows and n columns. The rows of C begin
// strideC numbers apart.
func Multiply(c []float32, strideC int, a []float32, rowStride, columnStride int, packed []float32, m, n, k int, add bool) {
	if m <= 0 || n <= 0 {
		return
	}
	need("c", len(c), (m-1)*strideC+n)
	need("packed", len(packed), PackedSize(k, n))
	need("the sum", k, 1)
	need("a", len(a), (m-1)*rowStride+(k-1)*columnStride+1)
	var edge [tileRows * panelWidth]float32
	for first := 0; first < k; first += depth {
		deep := min(depth, k-first)
		sum := add || first > 0
		left := a[first*columnStride:]
		for column := 0; column < n; column += panelWidth {
			panel := packed[column*k+first*panelWidth:]
			width := min(panelWidth, n-column)
			for row := 0; row < m; row += tileRows {
				rows := min(tileRows, m-row)
				to := c[row*strideC+column:]
				if width == panelWidth {
					tile(rows, deep, left[row*rowStride:], rowStride, columnStride, panel, to, strideC, sum)
					continue
				}
				tile(rows, deep, left[row*rowStride:], rowStride, columnStride, panel, edge[:], panelWidth, false)
				for i := range rows {
					for j := range width {
						if sum {
							to[i*strideC+j] += edge[i*panelWidth+j]
						} else {
							to[i*strideC+j] = edge[i*panelWidth+j]
						}
					}
				}
			}
		}
	}
}
