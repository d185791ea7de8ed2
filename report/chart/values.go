package chart

import (
	"encoding/json"
	"math"
)

// Values are numbers. Those that are not finite are not drawn, and null in JSON, which
// has no others.
type Values []float64

// MarshalJSON implements json.Marshaler.
func (v Values) MarshalJSON() ([]byte, error) {
	list := make([]*float64, len(v))
	for i := range v {
		if finite(v[i]) {
			list[i] = &v[i]
		}
	}
	return json.Marshal(list)
}

// UnmarshalJSON implements json.Unmarshaler.
func (v *Values) UnmarshalJSON(text []byte) error {
	var list []*float64
	if err := json.Unmarshal(text, &list); err != nil {
		return err
	}
	*v = nil
	for _, x := range list {
		if x == nil {
			*v = append(*v, math.NaN())
		} else {
			*v = append(*v, *x)
		}
	}
	return nil
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
