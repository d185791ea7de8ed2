package words

// spanishMessages are the sentences of the program: one catalogue for each part of
// it that speaks to players.
var spanishMessages = []map[Message]string{spanishPlay, spanishReview, spanishValue, spanishAnalysis, spanishSaved, spanishExplain, spanishMatrix}

// spanishTexts are what games write by themselves.
var spanishTexts = []map[string]string{spanishGames, spanishMoves, spanishAbout, spanishPlayed, spanishWeb, spanishFiles, spanishRequests, spanishTrees, spanishOptions, spanishLearning, spanishPatterns, spanishBreeding, spanishPolicies, spanishExperiments, spanishMachines, spanishStrategies, spanishSecrets, spanishRules}

// spanishLab is why the laboratory of the page refuses something, a line an area.
var spanishLab = []map[string]string{
	spanishWork,
	spanishFleet,
	spanishBandits,
	spanishStudies,
	spanishEvolutions,
	spanishFigures,
	spanishRuns,
	spanishTraining, spanishMatrixRefusals,
}
