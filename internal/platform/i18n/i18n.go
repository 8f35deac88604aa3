// Package i18n holds the server's words: the text of every error code and label in English, French and Arabic, one
// file a language, and the choice of a language from what a caller prefers. The site's own words are not here.
package i18n

import (
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"strconv"

	goi18n "github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"

	"rihla/internal/platform/money"
)

//go:embed locales/*.json
var files embed.FS

// Language is one of the three the product speaks (specification section 1).
type Language string

// The languages; English is the fallback.
const (
	English Language = "en"
	French  Language = "fr"
	Arabic  Language = "ar"
)

// Languages lists them, the fallback first.
var Languages = []Language{English, French, Arabic}

var (
	matcher    = language.NewMatcher([]language.Tag{language.English, language.French, language.Arabic})
	localizers = load()
)

func load() map[Language]*goi18n.Localizer {
	bundle := goi18n.NewBundle(language.English)
	bundle.RegisterUnmarshalFunc("json", json.Unmarshal)
	out := map[Language]*goi18n.Localizer{}
	for _, l := range Languages {
		if _, err := bundle.LoadMessageFileFS(files, fmt.Sprintf("locales/%s.json", l)); err != nil {
			panic(err) // the files are compiled in
		}
		out[l] = goi18n.NewLocalizer(bundle, string(l))
	}
	return out
}

// Match picks the language that serves an Accept-Language header best (RFC 9110 section 12.5.4).
func Match(acceptLanguage string) Language {
	tags, _, err := language.ParseAcceptLanguage(acceptLanguage)
	if err != nil || len(tags) == 0 {
		return English
	}
	_, index, confidence := matcher.Match(tags...)
	if confidence == language.No {
		return English
	}
	return Languages[index]
}

// Known tells whether code has a text.
func Known(code string) bool {
	_, err := localizers[English].Localize(&goi18n.LocalizeConfig{MessageID: code})
	_, missing := err.(*goi18n.MessageNotFoundErr) //nolint:errorlint // the library returns it bare
	return !missing
}

// plain writes numbers as people do: templates would make 1e+06 of a million, and know nothing of languages.
func plain(l Language, params map[string]any) map[string]any {
	out := maps.Clone(params)
	for name, value := range out {
		switch n := value.(type) {
		case float64:
			out[name] = strconv.FormatFloat(n, 'f', -1, 64)
		case money.Amount:
			out[name] = Decimal(l, n.String())
		}
	}
	return out
}

// Text returns the text of code in a language, its placeholders filled from params. params["count"], when it is an
// int, picks the plural form. A code without a text is returned as it is: better read than hidden.
func Text(l Language, code string, params map[string]any) string {
	config := &goi18n.LocalizeConfig{MessageID: code, TemplateData: plain(l, params)}
	if count, ok := params["count"].(int); ok {
		config.PluralCount = count
	}
	localizer, ok := localizers[l]
	if !ok {
		localizer = localizers[English]
	}
	text, err := localizer.Localize(config)
	if err != nil && text == "" {
		return code
	}
	return text
}
