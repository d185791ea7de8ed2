package yamlfile

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// Into reads a mapping into the struct that target points to. Its keys are the
// tags "yaml" of the fields; of a field with the tag ",inline" the keys of its own
// fields, and none with the tag "-". Fields that the file does not name stay as they
// are. Precondition: fields are texts, numbers, switches, lists of texts, or structs.
func (n Node) Into(target any) error {
	fields := map[string]reflect.Value{}
	var names []string
	collect(reflect.ValueOf(target).Elem(), func(name string, field reflect.Value) {
		fields[name], names = field, append(names, name)
	})
	entries, err := n.Mapping(names...)
	for i := 0; err == nil && i < len(entries); i++ {
		err = entries[i].Value.set(fields[entries[i].Name])
	}
	return err
}

func collect(s reflect.Value, add func(name string, field reflect.Value)) {
	for i := range s.NumField() {
		name, option, _ := strings.Cut(s.Type().Field(i).Tag.Get("yaml"), ",")
		switch {
		case name == "-":
		case option == "inline":
			collect(s.Field(i), add)
		default:
			add(name, s.Field(i))
		}
	}
}

// set reads what is here into a field.
func (n Node) set(field reflect.Value) error {
	switch field.Kind() {
	case reflect.String:
		text, err := n.anyText()
		field.SetString(text)
		return err
	case reflect.Int:
		number, ok := n.at.(*ast.IntegerNode)
		if ok {
			switch value := number.Value.(type) {
			case int64:
				field.SetInt(value)
				return nil
			case uint64:
				if int64(value) >= 0 {
					field.SetInt(int64(value))
					return nil
				}
			}
		}
		return n.Fail("it must be a whole number")
	case reflect.Uint64:
		number, err := n.Unsigned()
		field.SetUint(number)
		return err
	case reflect.Float64:
		number, err := n.Number()
		field.SetFloat(number)
		return err
	case reflect.Bool:
		on, err := n.OnOff()
		field.SetBool(on)
		return err
	case reflect.Struct:
		return n.Into(field.Addr().Interface())
	case reflect.Slice:
		return n.setTexts(field)
	}
	panic(fmt.Sprintf("a field of type %s cannot be read", field.Type()))
}

// anyText is Text that may be empty.
func (n Node) anyText() (string, error) {
	if s, ok := n.at.(*ast.StringNode); ok {
		return s.Value, nil
	}
	return n.Text()
}

func (n Node) setTexts(field reflect.Value) error {
	items, err := n.List()
	if err != nil {
		return err
	}
	var texts []string
	for _, item := range items {
		text, err := item.Text()
		if err != nil {
			return err
		}
		texts = append(texts, text)
	}
	field.Set(reflect.ValueOf(texts))
	return nil
}
