package kernel

// The kernels as plain loops.

func dotPlain(x, y []float32) float32 {
	y = y[:len(x)]
	sum := float32(0)
	for i, v := range x {
		sum += v * y[i]
	}
	return sum
}

func axpyPlain(a float32, x, y []float32) {
	y = y[:len(x)]
	for i, v := range x {
		y[i] += a * v
	}
}

func reluPlain(x []float32) {
	for i, v := range x {
		x[i] = max(v, 0)
	}
}

func reluGradientPlain(y, dy []float32) {
	dy = dy[:len(y)]
	for i, v := range y {
		if !(v > 0) {
			dy[i] = 0
		}
	}
}

func sumRowsPlain(sum, x []float32, rows int) {
	for i := range rows {
		axpyPlain(1, x[i*len(sum):(i+1)*len(sum)], sum)
	}
}

func sumProductRowsPlain(sum, x, y []float32, rows int) {
	for i := range rows {
		u, v := x[i*len(sum):(i+1)*len(sum)], y[i*len(sum):(i+1)*len(sum)]
		for j := range sum {
			sum[j] += u[j] * v[j]
		}
	}
}

func scaleRowsPlain(y, x, scale, shift []float32, rows int) {
	width := len(scale)
	for i := range rows {
		u, v := x[i*width:(i+1)*width], y[i*width:(i+1)*width]
		for j := range scale {
			v[j] = scale[j]*u[j] + shift[j]
		}
	}
}

func combineRowsPlain(y, x, a, b, c []float32, rows int) {
	width := len(a)
	for i := range rows {
		u, v := x[i*width:(i+1)*width], y[i*width:(i+1)*width]
		for j := range a {
			v[j] = a[j]*u[j] + b[j]*v[j] + c[j]
		}
	}
}

// tilePlain is a tile of a product, see Multiply: c[i,j] = Σ a[i,l]·b[l,j] for
// the given number of rows and panelWidth columns. Eight sums at a time stay in
// registers.
func tilePlain(rows, k int, a []float32, rowStride, columnStride int, b []float32, c []float32, strideC int, add bool) {
	for i := range rows {
		for first := 0; first < panelWidth; first += 8 {
			var s0, s1, s2, s3, s4, s5, s6, s7 float32
			at := i * rowStride
			for l := range k {
				x := a[at]
				at += columnStride
				y := (*[8]float32)(b[l*panelWidth+first:])
				s0 += x * y[0]
				s1 += x * y[1]
				s2 += x * y[2]
				s3 += x * y[3]
				s4 += x * y[4]
				s5 += x * y[5]
				s6 += x * y[6]
				s7 += x * y[7]
			}
			sums := [8]float32{s0, s1, s2, s3, s4, s5, s6, s7}
			row := c[i*strideC+first : i*strideC+first+8]
			for j, sum := range sums {
				if add {
					sum += row[j]
				}
				row[j] = sum
			}
		}
	}
}
