package gdl

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gambito/game/gametest"
)

// small is a sheet without problems; the tests add faults to it.
const small = `(role a)
(init p)
(legal a m)
(<= (next q) (true p))
(<= terminal (true q))
(goal a 100)
`

func errorsOf(problems []Problem) (errors, warnings []string) {
	for _, p := range problems {
		if p.Warning {
			warnings = append(warnings, p.Error())
		} else {
			errors = append(errors, p.Error())
		}
	}
	return errors, warnings
}

func TestCheckErrors(t *testing.T) {
	for _, c := range []struct{ add, want string }{
		{"", ""},
		{"(x", `7:1: error: "(" is never closed`},
		{" )", `7:2: error: ")" closes nothing`},
		{"()", "7:1: error: () is not a sentence"},
		{"(<=)", "7:1: error: the rule has no head"},
		{"(f ?x)", "7:1: error: the fact (f ?x) has variables"},
		{"(f or)", `7:4: error: "or" cannot be a constant`},
		{"(f (true x))", `7:4: error: the keyword "true" cannot be the name of a function`},
		{"(f (?x y))", "7:4: error: (?x y) is not a term: a function must start with a name"},
		{"(f ())", "7:4: error: () is not a term"},
		{"(legal a)", "7:1: error: legal has 1 arguments, not 2"},
		{"(LEGAL a)", "7:1: error: legal has 1 arguments, not 2"},
		{"(true p)", "7:1: error: true cannot be derived: the state and the moves make it true"},
		{"(<= (does a m) (true p))", "7:1: error: does cannot be derived: the state and the moves make it true"},
		{"(<= (role b) (true p))", "7:1: error: role must be a fact, not a rule"},
		{"(role (b c))", "7:1: error: the name of a role must be one word"},
		{"(<= (next r) (init p))", "7:14: error: init cannot be a condition"},
		{"(<= (next r) true)", "7:14: error: true has 0 arguments, not 1"},
		{"(<= (init r) (true p))", "7:1: error: init must not depend on true or does"},
		{"(<= (legal a n) x)\n(<= x (does a m))", "7:1: error: legal must not depend on does"},
		{"(<= (next r) (not (distinct a b)))", "7:14: error: not needs a sentence, but (distinct a b) is none"},
		{"(<= (next r) (not (true p) (true q)))", "7:14: error: not has 2 arguments, not 1"},
		{"(<= (next r) (distinct a))", "7:14: error: distinct has 1 arguments, not 2"},
		{"(<= (next ?x) (true p))", "7:1: error: the rule is not safe: no positive condition binds ?x"},
		{"(<= (next r) (not (true ?x)))", "7:1: error: the rule is not safe: no positive condition binds ?x"},
		{"(<= x (not y))\n(<= y x)", "7:7: error: x depends on its own negation"},
		{"(<= x (not x))", "7:7: error: x depends on its own negation"},
		{"(<= x (true p) (not y))\n(<= y (true p) (not x))", "7:16: error: x depends on its own negation"},
		{"(<= (next r) (x 1))\n(n 0 1)\n(n 1 0)\n(<= (x ?a) (n ?a ?b) (not (x ?b)))", "10:22: error: x depends on its own negation"},
		{"(<= (n (s ?x)) (n ?x))", "7:16: error: the recursion of n is not restricted: an argument is neither in the head nor in a condition outside the recursion"},
		{"(<= (next r) (or (not (or (true p) (true q)))))", "7:18: error: not needs a sentence, but (or (true p) (true q)) is none"},
		{strings.Repeat("(", 100), "7:65: error: parentheses are nested deeper than 64"},
	} {
		sheet, problems := Check([]byte(small + c.add))
		got, _ := errorsOf(problems)
		if (sheet == nil) != (c.want != "") || len(got) > 0 && got[0] != c.want || len(got) == 0 && c.want != "" {
			t.Errorf("%s: the errors are %q, not %q", c.add, got, c.want)
		}
	}
	if _, problems := Check([]byte("(x)")); len(problems) < 4 {
		t.Errorf("an empty sheet has the problems %v", problems)
	}
}

func TestCheckWarnings(t *testing.T) {
	for _, c := range []struct{ add, want string }{
		{"", ""},
		{"(<= (goal a 50))", "7:1: warning: the rule has no body; a fact would say the same"},
		{"(<= (next r) (or (true p) (or (true q))))", `7:27: warning: "or" within "or"; one of them would do`},
		{"(<= (next r) (or))", `7:14: warning: "or" without alternatives is never true`},
		{"(<= (next r) (true p) x)", "7:23: warning: x is asked for, but nothing derives it"},
		{"(x)", "7:1: warning: (x) needs no parentheses"},
		{"(next (f 1 2))\n(next (f 1))", "8:7: warning: the function f has different numbers of arguments: [1 2]"},
		{"(next goal)", `7:7: warning: the keyword "goal" is used as a constant`},
		{"(next r$s)", `7:8: warning: the character '$' is unusual in names`},
		{"(next (f P))", `7:10: warning: "P" is read as "p", which was written before: capitals do not tell names apart`},
		{"(<= (goal a 0) (not (goal a 100)))", "7:16: warning: goal depends on the negation of its name, though no sentence on that of its own"},
		{"(<= (next r) (x 3))\n(n 0 1)\n(n 1 2)\n(<= (x ?b) (n ?a ?b) (not (x ?a)))", "10:22: warning: x depends on the negation of its name, though no sentence on that of its own"},
		{"(goal a 101)", "7:1: warning: the goal is not a whole number from 0 to 100"},
	} {
		sheet, problems := Check([]byte(small + c.add))
		bad, got := errorsOf(problems)
		if sheet == nil || len(bad) > 0 || len(got) > 0 && got[0] != c.want || len(got) == 0 && c.want != "" {
			t.Errorf("%s: the problems are %q and %q, not %q", c.add, bad, got, c.want)
		}
	}
	_, problems := Check([]byte(small + "(f 1)\n(<= (g 1) (f 1))\n(next (f 1))\n"))
	if _, got := errorsOf(problems); !slices.Contains(got, "7:1: warning: f is the name of a sentence and of a function") ||
		!slices.Contains(got, "8:1: warning: g is derived, but nothing asks for it") {
		t.Errorf("the warnings are %q", got)
	}
}

// TestSplitsAreBounded checks that "or" cannot make a sheet grow without end.
func TestSplitsAreBounded(t *testing.T) {
	if raceDetector {
		t.Skip("one goroutine, and too slow with the race detector")
	}
	body := strings.Repeat("(or (true p) (true q))", 40)
	sheet, problems := Check([]byte(small + "(<= (next r) " + body + ")"))
	if got, _ := errorsOf(problems); sheet != nil || len(got) != 1 || !strings.Contains(got[0], "more than 1024 rules") {
		t.Errorf("the errors are %q", got)
	}
	many := strings.Repeat("(<= (next r) "+strings.Repeat("(or (true p) (true q))", 10)+strings.Repeat("(true p)", 100)+")\n", 20)
	sheet, problems = Check([]byte(small + many))
	if got, _ := errorsOf(problems); sheet != nil || len(got) != 1 || !strings.Contains(got[0], "literals") {
		t.Errorf("the errors are %q", got)
	}
	if sheet, problems := Check(make([]byte, MaxBytes+1)); sheet != nil || len(problems) != 1 {
		t.Errorf("a sheet of %d bytes has the problems %v", MaxBytes+1, problems)
	}
}

// TestManyProblems checks that warnings, however many, leave no rule out, and
// that errors are listed up to a number.
func TestManyProblems(t *testing.T) {
	sheet, problems := Check([]byte(strings.Repeat("(<= (goal a 100))\n", 500) + small))
	if sheet == nil || len(sheet.rules) != 506 || len(problems) != maxErrors {
		t.Errorf("the sheet is %v, with %d problems", sheet, len(problems))
	}
	sheet, problems = Check([]byte(small + strings.Repeat("(f ?x)\n", 500)))
	if errors, _ := errorsOf(problems); sheet != nil || len(errors) != maxErrors {
		t.Errorf("%d errors are listed", len(errors))
	}
}

// TestOwnSheets checks that our own sheets have no problem at all.
func TestOwnSheets(t *testing.T) {
	for _, name := range ownSheets(t) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, problems := Check(text); len(problems) > 0 {
			t.Errorf("%s: %v", name, problems)
		}
	}
}

func ownSheets(t testing.TB) []string {
	names, err := filepath.Glob("testdata/*.kif")
	if err != nil || len(names) < 3 {
		t.Fatalf("the sheets are %v, %v", names, err)
	}
	return names
}

// referenceSheets are the sheets of the reference data below gdl/.
func referenceSheets(t *testing.T, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(gametest.Reference(t, "gdl/"+pattern))
	if err != nil || len(names) == 0 {
		t.Fatalf("the sheets are %v, %v", names, err)
	}
	return names
}

// TestReferenceSheets checks which of the reference sheets have errors, and
// which must have warnings.
func TestReferenceSheets(t *testing.T) {
	bad := []string{"test_case_3b", "test_case_3e", "test_case_3f", "test_clean_not_distinct"}
	doubtful := []string{"test_case_1a", "test_case_3a", "test_invalid_function_arities_differ", "test_invalid_sentence_arities_differ"}
	for _, name := range append(referenceSheets(t, "*.kif"), referenceSheets(t, "ggp-base-test/*.kif")...) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		base := strings.TrimSuffix(filepath.Base(name), ".kif")
		_, problems := Check(text)
		errors, warnings := errorsOf(problems)
		if (len(errors) > 0) != slices.Contains(bad, base) {
			t.Errorf("%s: the errors are %q", base, errors)
		}
		if slices.Contains(doubtful, base) && len(warnings) == 0 {
			t.Errorf("%s: there is no warning", base)
		}
		t.Logf("%s: %d errors, %d warnings %q", base, len(errors), len(warnings), warnings)
	}
}

// shortSheet is how long the sheets are that are fuzzed: more are tried of short ones.
const shortSheet = 1200

func FuzzCheck(f *testing.F) {
	f.Add([]byte(small))
	f.Add([]byte(small + "(<= (goal a 0) (not (goal a 100)))\n(<= (x ?a) (n ?a ?b) (not (x ?b)))\n(n 1 2)\n(<= (next (f ?a)) (or (x ?a) (distinct ?a 2)) (n ?a ?b))"))
	f.Add([]byte("(role a)\n(<= (next r) (or (true P) (not (true p))))"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > shortSheet {
			return
		}
		sheet, problems := Check(text)
		for _, p := range problems {
			if strings.ContainsAny(p.Error(), "\n\r") || p.Pos.Line < 1 || p.Pos.Column < 1 {
				t.Fatalf("%q: the problem %q is not one line", text, p.Error())
			}
		}
		if errors, _ := errorsOf(problems); (sheet == nil) != (len(errors) > 0) {
			t.Fatalf("%q: the errors are %q, and the sheet is nil: %v", text, errors, sheet == nil)
		}
	})
}
