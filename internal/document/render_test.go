package document

import (
	"bytes"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	reader "github.com/ledongthuc/pdf"
	"github.com/stretchr/testify/require"

	"rihla/internal/platform/i18n"
	"rihla/internal/platform/money"
)

var made = time.Date(2027, 4, 12, 8, 0, 0, 0, time.UTC)

func example() facts {
	return facts{
		Reference: "RH-7K3M9QX", Language: i18n.French,
		Customer:   party{Name: "Salma Benali", Email: "salma@example.com", Phone: "+212 6 12 34 56 78"},
		Franchise:  party{Name: "Rihla Marrakech Guéliz", Address: "12, avenue Mohammed V, Marrakech", Email: "marrakech@rihla.example", Phone: "+212 5 24 43 21 00"},
		Motorcycle: motorcycle{Model: "Yamaha Ténéré 700", Year: 2025, Registration: "12345-أ-26", EngineCC: 689},
		Start:      made.Add(48 * time.Hour), End: made.Add(96 * time.Hour), Pickup: "Place des Ferblantiers, Marrakech", Dropoff: "Place des Ferblantiers, Marrakech",
		Days: 2, DayPrice: 65_000, Rental: 130_000, Total: 142_000,
		Extras: []extra{
			{Name: "Casque", Free: true, Quantity: 2}, {Name: "Valises latérales", PerDay: true, Price: 5_000, Quantity: 1, Amount: 10_000},
			{Name: "Plein d'essence", Price: 2_000, Quantity: 1, Amount: 2_000},
		},
		Ladder: &ladder{FullHours: 48, PartialHours: 24, Percent: 50, Forfeited: 10},
		Taken:  []movement{{At: made, Amount: 142_000, Gateway: "PAYZONE", GatewayID: "7032-991"}},
		GivenBack: []movement{
			{At: made.Add(time.Hour), Amount: 12_050, Gateway: "PAYZONE", GatewayID: "R-17"},
		},
	}
}

// textOf is what a reader finds on the pages, line by line, as it stands from left to right.
func textOf(t *testing.T, content []byte) string {
	t.Helper()
	file, err := reader.NewReader(bytes.NewReader(content), int64(len(content)))
	require.NoError(t, err)
	var out strings.Builder
	for page := 1; page <= file.NumPage(); page++ {
		at := 0.0
		for _, p := range file.Page(page).Content().Text {
			if p.Y != at {
				out.WriteByte('\n')
			}
			at = p.Y
			out.WriteString(strings.NewReplacer("\uFFFD", "", "\u00a0", " ").Replace(p.S))
		}
	}
	return out.String()
}

func rendered(t *testing.T, kind Kind, f facts, language i18n.Language) []byte {
	t.Helper()
	content, err := render(kind, f, language, made)
	require.NoError(t, err)
	again, err := render(kind, f, language, made)
	require.NoError(t, err)
	require.Equal(t, content, again, "the same facts make another file")
	return content
}

func TestContract(t *testing.T) {
	t.Parallel()
	for language, wants := range map[i18n.Language][]string{
		i18n.English: {"Rental contract", "14 April 2027, 09:00", "1,420.00 MAD", "until 48 hours before", "50% of the price", "10% of the price", "The customer: date and signature", "Page 1 of"},
		i18n.French:  {"Contrat de location", "14 avril 2027 à 09:00", "1 420,00 MAD", "jusqu'à 48 heures", "50 % du prix", "10 % du prix", "Le loueur : date et signature", "Page 1 sur"},
		i18n.Arabic:  {"ءارك دقع", "ليربأ", "1.420,00", "مهرد", "48 ةياغ", "ةحفصلا"},
	} {
		text := textOf(t, rendered(t, Contract, example(), language))
		for _, want := range append(wants, "RH-7K3M9QX", "Salma Benali", "+212 6 12 34 56 78", "salma@example.com", "Rihla Marrakech Guéliz", "Yamaha Ténéré 700", "12345-أ-26", "689", "Valises latérales") {
			require.Contains(t, text, want, "%s", language)
		}
		require.NotContains(t, text, "{", "%s", language)
		require.NotContains(t, text, "7032-991", "a contract tells of no payment")
	}
}

func TestReceipt(t *testing.T) {
	t.Parallel()
	for language, wants := range map[i18n.Language][]string{
		i18n.English: {"Receipt", "Paid (Payzone)", "Given back (Payzone)", "-120.50 MAD", "1,299.50 MAD"},
		i18n.French:  {"Reçu", "Payé (Payzone)", "Remboursé (Payzone)", "-120,50 MAD", "1 299,50 MAD"},
		i18n.Arabic:  {"ءادأ لصو", "Payzone", "-120,50", "1.299,50"},
	} {
		text := textOf(t, rendered(t, Receipt, example(), language))
		for _, want := range append(wants, "RH-7K3M9QX", "7032-991", "R-17", "Casque") {
			require.Contains(t, text, want, "%s", language)
		}
		require.NotContains(t, text, "{", "%s", language)
		require.NotContains(t, text, "48 hours")
	}
}

// Whoever was charged in another currency finds that on the receipt too, beside the dirham that all sums are in.
func TestReceiptOfAnotherCurrency(t *testing.T) {
	t.Parallel()
	for language, wants := range map[i18n.Language][]string{
		i18n.English: {"1,314.81 EUR", "-111.57 EUR", "1,420.00 MAD", "-120.50 MAD"},
		i18n.French:  {"1 314,81 EUR", "-111,57 EUR"},
		i18n.Arabic:  {"EUR 1.314,81", "EUR -111,57"},
	} {
		f := example()
		f.Taken[0].Gateway, f.Taken[0].Charged, f.Taken[0].Currency = "PAYPAL", 131_481, "EUR"
		f.GivenBack[0].Gateway, f.GivenBack[0].Charged, f.GivenBack[0].Currency = "PAYPAL", 11_157, "EUR"
		text := textOf(t, rendered(t, Receipt, f, language))
		for _, want := range wants {
			require.Contains(t, text, want, "%s", language)
		}
	}
	require.NotContains(t, textOf(t, rendered(t, Receipt, example(), i18n.English)), "EUR")
}

// A franchise's ladder is told without steps that it has not (D10).
func TestLadder(t *testing.T) {
	t.Parallel()
	w := languages[i18n.English]
	full := func(hours string) string {
		return "The customer may cancel free of charge until " + hours + " hours before the start."
	}
	half, nothing := "After that, until 24 hours before the start, 50% of the price is given back.", "After that nothing is given back."
	require.Equal(t, []string{full("48"), half, nothing}, w.ladder(ladder{FullHours: 48, PartialHours: 24, Percent: 50}))
	require.Equal(t, []string{full("48"), nothing}, w.ladder(ladder{FullHours: 48, PartialHours: 48, Percent: 50}))
	require.Equal(t, []string{full("48"), nothing}, w.ladder(ladder{FullHours: 48, PartialHours: 24}))
	require.Equal(t, []string{full("24"), nothing}, w.ladder(ladder{FullHours: 48, PartialHours: 24, Percent: 100}))
}

// Names that nobody has break nothing: the document still says the rest, in a few pages.
func TestHostileFacts(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		strings.Repeat("W", 10_000), strings.Repeat("محمد ", 2_000), "\u202E\u2066evil\u2069\u2069\u2069", "<script>alert(1)</script>", "🏍️👨\u200D👩\u200D👧", "{hours} {day} %s",
		"\x00\xff(\\)", "",
	} {
		f := example()
		f.Customer = party{Name: text, Email: text, Phone: text, Address: text}
		f.Franchise, f.Pickup, f.Dropoff = f.Customer, text, text
		f.Motorcycle.Model, f.Motorcycle.Registration = text, text
		f.Extras[0].Name = text
		f.Taken[0].GatewayID = text
		for _, kind := range Kinds {
			for _, language := range i18n.Languages {
				content := rendered(t, kind, f, language)
				file, err := reader.NewReader(bytes.NewReader(content), int64(len(content)))
				require.NoError(t, err)
				require.LessOrEqual(t, file.NumPage(), 5)
				require.Contains(t, textOf(t, content), "RH-7K3M9QX")
			}
		}
	}
}

var placeholder = regexp.MustCompile(`\{[a-z]+\}`)

// Every language says everything, with the same values in it.
func TestWordsOfEveryLanguage(t *testing.T) {
	t.Parallel()
	english := reflect.ValueOf(languages[i18n.English])
	for language, w := range languages {
		value := reflect.ValueOf(w)
		for i := range value.NumField() {
			name := value.Type().Field(i).Name
			require.False(t, value.Field(i).IsZero(), "%s in %s", name, language)
			if value.Field(i).Kind() == reflect.String {
				want, got := placeholder.FindAllString(english.Field(i).String(), -1), placeholder.FindAllString(value.Field(i).String(), -1)
				slices.Sort(want)
				slices.Sort(got)
				require.Equal(t, want, got, "%s in %s", name, language)
			}
		}
		require.Len(t, w.ConditionTexts, len(languages[i18n.English].ConditionTexts), "%s", language)
		require.NotContains(t, w.Months, "", "%s", language)
	}
}

func TestAmounts(t *testing.T) {
	t.Parallel()
	for amount, want := range map[money.Amount]string{0: "0.00", 99: "0.99", 100_000: "1,000.00", -12_050: "-120.50", 123_456_789: "1,234,567.89"} {
		require.Equal(t, "\u2066"+want+"\u2069\u00a0MAD", languages[i18n.English].amount(amount))
	}
}
