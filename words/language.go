package words

import (
	"fmt"
	"strings"
)

// Language is what gambito speaks, by its ISO 639 code.
type Language string

// The languages.
const (
	English Language = "en"
	Spanish Language = "es"
)

// Languages are all there are.
var Languages = []Language{English, Spanish}

// ParseLanguage reads a language, or a locale of it such as es_MX.UTF-8.
func ParseLanguage(text string) (Language, error) {
	if l, ok := ofLocale(text); ok {
		return l, nil
	}
	return "", fmt.Errorf("%q is not a language that gambito speaks: there are en (English) and es (Spanish)", text)
}

// FromEnvironment is the language of the locale that the environment asks for,
// English if gambito does not speak it.
func FromEnvironment(getenv func(string) string) Language {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if locale := getenv(name); locale != "" {
			if l, ok := ofLocale(locale); ok {
				return l
			}
			return English
		}
	}
	return English
}

func ofLocale(locale string) (Language, bool) {
	code, _, _ := strings.Cut(locale, ".")
	code, _, _ = strings.Cut(code, "_")
	code, _, _ = strings.Cut(code, "-")
	for _, l := range Languages {
		if strings.EqualFold(code, string(l)) {
			return l, true
		}
	}
	return "", false
}
