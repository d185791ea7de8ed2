package kernel

// The transforms of tiles as plain loops: a map of the columns of a square, then
// of its rows, for one channel after the other.

// inputToFrequencies is Bᵀ.
func inputToFrequencies(d [6]float32) [6]float32 {
	even, odd := d[4]-4*d[2], d[3]-4*d[1]
	near, far := d[4]-d[2], 2*(d[3]-d[1])
	return [6]float32{4*d[0] - 5*d[2] + d[4], even + odd, even - odd, near + far, near - far, 4*d[1] - 5*d[3] + d[5]}
}

// frequenciesToInput is B.
func frequenciesToInput(v [6]float32) [6]float32 {
	near, far := v[1]+v[2], v[3]+v[4]
	first, second := v[1]-v[2], 2*(v[3]-v[4])
	return [6]float32{4 * v[0], 4*(v[5]-first) - second, -5*v[0] - 4*near - far, first + second - 5*v[5], v[0] + near + far, v[5]}
}

// frequenciesToOutput is Aᵀ.
func frequenciesToOutput(m [6]float32) [4]float32 {
	near, far := m[1]+m[2], m[3]+m[4]
	first, second := m[1]-m[2], 2*(m[3]-m[4])
	return [4]float32{m[0] + near + far, first + second, near + 4*far, first + 4*second + m[5]}
}

// outputToFrequencies is A.
func outputToFrequencies(y [4]float32) [6]float32 {
	even, odd := y[0]+y[2], y[1]+y[3]
	far, farOdd := y[0]+4*y[2], 2*(y[1]+4*y[3])
	return [6]float32{y[0], even + odd, even - odd, far + farOdd, far - farOdd, y[3]}
}

func transformInputPlain(v []float32, stride int, x []float32, o *Offsets, channels int) {
	for c := range channels {
		var half [6][6]float32 // by column of the tile
		for j := range half {
			var d [6]float32
			for i := range d {
				d[i] = x[int(o.in[i*6+j])+c]
			}
			half[j] = inputToFrequencies(d)
		}
		for i := range 6 {
			for j, f := range inputToFrequencies([6]float32{half[0][i], half[1][i], half[2][i], half[3][i], half[4][i], half[5][i]}) {
				v[(i*6+j)*stride+c] = f
			}
		}
	}
}

func transformOutputPlain(y, m []float32, stride int, bias, skip []float32, rectify bool, o *Offsets, channels int) {
	for c := range channels {
		var half [6][4]float32
		for j := range half {
			var f [6]float32
			for i := range f {
				f[i] = m[(i*6+j)*stride+c]
			}
			half[j] = frequenciesToOutput(f)
		}
		for i := range 4 {
			for j, sum := range frequenciesToOutput([6]float32{half[0][i], half[1][i], half[2][i], half[3][i], half[4][i], half[5][i]}) {
				at := int(o.out[i*4+j]) + c
				sum += bias[c]
				if skip != nil {
					sum += skip[at]
				}
				if rectify {
					sum = max(sum, 0)
				}
				y[at] = sum
			}
		}
	}
}

func gradientOutputPlain(dm []float32, stride int, dy []float32, o *Offsets, channels int) {
	for c := range channels {
		var half [4][6]float32
		for j := range half {
			var d [4]float32
			for i := range d {
				d[i] = dy[int(o.out[i*4+j])+c]
			}
			half[j] = outputToFrequencies(d)
		}
		for i := range 6 {
			for j, f := range outputToFrequencies([4]float32{half[0][i], half[1][i], half[2][i], half[3][i]}) {
				dm[(i*6+j)*stride+c] = f
			}
		}
	}
}

func gradientInputPlain(dx, dv []float32, stride int, o *Offsets, channels int) {
	for c := range channels {
		var half [6][6]float32
		for j := range half {
			var f [6]float32
			for i := range f {
				f[i] = dv[(i*6+j)*stride+c]
			}
			half[j] = frequenciesToInput(f)
		}
		for i := range 6 {
			for j, d := range frequenciesToInput([6]float32{half[0][i], half[1][i], half[2][i], half[3][i], half[4][i], half[5][i]}) {
				dx[int(o.in[i*6+j])+c] += d
			}
		}
	}
}
