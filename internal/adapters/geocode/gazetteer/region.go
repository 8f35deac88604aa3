package gazetteer

import (
	"cmp"

	"rihla/internal/platform/i18n"
)

// regions are the twelve regions of Morocco, by their French names, in the other languages where those differ.
var regions = map[string]map[i18n.Language]string{
	"Béni Mellal-Khénifra":      {i18n.Arabic: "بني ملال-خنيفرة"},
	"Casablanca-Settat":         {i18n.Arabic: "الدار البيضاء-سطات"},
	"Dakhla-Oued Ed-Dahab":      {i18n.Arabic: "الداخلة-وادي الذهب"},
	"Drâa-Tafilalet":            {i18n.Arabic: "درعة-تافيلالت"},
	"Fès-Meknès":                {i18n.English: "Fez-Meknes", i18n.Arabic: "فاس-مكناس"},
	"Guelmim-Oued Noun":         {i18n.Arabic: "كلميم-واد نون"},
	"L'Oriental":                {i18n.English: "Oriental", i18n.Arabic: "جهة الشرق"},
	"Laâyoune-Sakia El Hamra":   {i18n.Arabic: "العيون-الساقية الحمراء"},
	"Marrakech-Safi":            {i18n.Arabic: "مراكش-آسفي"},
	"Rabat-Salé-Kénitra":        {i18n.Arabic: "الرباط-سلا-القنيطرة"},
	"Souss-Massa":               {i18n.Arabic: "سوس-ماسة"},
	"Tanger-Tétouan-Al Hoceïma": {i18n.English: "Tangier-Tetouan-Al Hoceima", i18n.Arabic: "طنجة-تطوان-الحسيمة"},
}

// regionIn is what a region is called in a language.
func regionIn(region string, language i18n.Language) string {
	return cmp.Or(regions[region][language], region)
}

// regionNamed returns the French name of the region that a folded text names in any language; it is empty where there is none.
func regionNamed(folded string) string {
	for region, names := range regions {
		if fold(region) == folded {
			return region
		}
		for _, name := range names {
			if fold(name) == folded {
				return region
			}
		}
	}
	return ""
}
