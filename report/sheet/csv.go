package sheet

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// CSV has numbers as they are, not as they are written for people; an interval is two
// columns. Notes are lines that begin with #.
func (s Sheet) CSV(notes ...string) ([]byte, error) {
	var b bytes.Buffer
	for _, n := range notes {
		fmt.Fprintf(&b, "# %s\n", oneLine(n))
	}
	parts := make([]csvParts, len(s.Columns))
	for i := range s.Columns {
		parts[i] = s.partsOf(i)
	}
	if err := csvLine(&b, s.csvHeads(parts)); err != nil {
		return nil, err
	}
	for _, row := range s.Rows {
		var fields []string
		for i, c := range row {
			if parts[i].value {
				fields = append(fields, c.csvValue())
			}
			if parts[i].ends {
				fields = append(fields, csvNumber(c.Low), csvNumber(c.High))
			}
		}
		if err := csvLine(&b, fields); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

// csvLine writes a row. One that begins with # is quoted, or readers would take it for a
// comment.
func csvLine(b *bytes.Buffer, fields []string) error {
	var line bytes.Buffer
	w := csv.NewWriter(&line)
	w.Write(fields)
	w.Flush()
	if strings.HasPrefix(fields[0], "#") && !bytes.HasPrefix(line.Bytes(), []byte(`"`)) {
		fmt.Fprintf(b, `"%s"`, fields[0])
		line.Next(len(fields[0]))
	}
	_, err := line.WriteTo(b)
	return errors.Join(err, w.Error())
}

// csvParts are the columns of CSV that a column becomes.
type csvParts struct{ value, ends bool }

func (s Sheet) partsOf(column int) (p csvParts) {
	for _, row := range s.Rows {
		c := row[column]
		p.ends = p.ends || c.Low != nil
		p.value = p.value || c.Value != nil
	}
	p.value = p.value || !p.ends
	return p
}

// csvHeads are the names of the columns, of which no two are alike.
func (s Sheet) csvHeads(parts []csvParts) (heads []string) {
	taken := map[string]bool{}
	add := func(name string) {
		unique := name
		for n := 2; taken[unique]; n++ {
			unique = name + "_" + strconv.Itoa(n)
		}
		taken[unique] = true
		heads = append(heads, unique)
	}
	for i, c := range s.Columns {
		name := c.Key
		if name == "" {
			name = oneLine(c.head())
		}
		if parts[i].value {
			add(name)
		}
		if parts[i].ends {
			add(name + "_low")
			add(name + "_high")
		}
	}
	return heads
}

func (c Cell) csvValue() string {
	if c.Value != nil {
		return csvNumber(c.Value)
	}
	return c.Text
}

func csvNumber(x *float64) string {
	if x == nil {
		return ""
	}
	return strconv.FormatFloat(*x, 'g', 8, 64)
}
