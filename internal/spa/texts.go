package spa

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"

	"rihla/internal/platform/i18n"
)

// texts are the site's words in one language, by their dotted keys.
type texts map[string]string

// readTexts reads what the built site shows itself, so that a text is written once. A build without texts, as tests
// use, has none.
func readTexts(dist fs.FS) (map[i18n.Language]texts, error) {
	all := map[i18n.Language]texts{}
	for _, language := range i18n.Languages {
		all[language] = texts{}
		body, err := fs.ReadFile(dist, fmt.Sprintf("locales/%s.json", language))
		if err != nil {
			continue
		}
		var tree map[string]any
		if err := json.Unmarshal(body, &tree); err != nil {
			return nil, fmt.Errorf("texts of the site in %s: %w", language, err)
		}
		all[language].add("", tree)
	}
	return all, nil
}

func (t texts) add(prefix string, tree map[string]any) {
	for key, value := range tree {
		switch value := value.(type) {
		case string:
			t[prefix+key] = value
		case map[string]any:
			t.add(prefix+key+".", value)
		}
	}
}

// say returns the text of a key with its {{names}} filled in: pairs of a name and its value.
func (t texts) say(key string, pairs ...string) string {
	replacements := make([]string, 0, len(pairs))
	for i := 0; i+1 < len(pairs); i += 2 {
		replacements = append(replacements, "{{"+pairs[i]+"}}", pairs[i+1])
	}
	return strings.NewReplacer(replacements...).Replace(t[key])
}
