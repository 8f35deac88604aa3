package i18n

import "strings"

// Decimal writes a number of digits and a point, such as 1234.50, as people write it: 1,234.50, in French 1 234,50 and in
// Arabic 1.234,50, as the site does.
func Decimal(l Language, plain string) string {
	whole, fraction, has := strings.Cut(plain, ".")
	separator, point := ",", "."
	switch l {
	case French:
		separator, point = "\u202f", ","
	case Arabic:
		separator, point = ".", ","
	case English:
	}
	digits := strings.TrimPrefix(whole, "-")
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + separator + digits[at:]
	}
	if strings.HasPrefix(whole, "-") {
		digits = "-" + digits
	}
	if !has {
		return digits
	}
	return digits + point + fraction
}
