package web

import (
	"bytes"
	"html/template"

	"gambito/api"
	"gambito/words"
)

// lessonPage is a page that needs nothing beside itself.
var lessonPage = template.Must(template.New("lesson").Parse(`<!DOCTYPE html>
<html lang="{{.Lang}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Data.Title}} – gambito</title>
</head>
<body>
<script type="application/json" id="lessons">{{.Data}}</script>
<script>{{.Script}}</script>
</body>
</html>
`))

// lessonData is what the script of the page shows.
type lessonData struct {
	Title   string       `json:"title"`
	Lessons []api.Lesson `json:"lessons"`
}

// LessonPage is a page to step through lessons: the classroom's own way to show them,
// in one file, without a server.
func LessonPage(in words.Words, title string, lessons []api.Lesson) ([]byte, error) {
	script, err := built.ReadFile("app/dist/lesson.js")
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = lessonPage.Execute(&out, struct {
		Lang   string
		Data   lessonData
		Script template.JS
	}{string(in.Language()), lessonData{title, lessons}, template.JS(script)})
	return out.Bytes(), err
}
