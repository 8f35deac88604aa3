// Comma-separated values as in RFC 4180, with a header line; rows are objects.

/** Rows of a text by column name. Quoted fields may hold commas and doubled quotes, not line breaks. */
export function parse(text) {
  const [header, ...lines] = text.split("\n").filter(Boolean).map(fields);
  return lines.map((values, i) => {
    if (values.length !== header.length) throw new Error(`row ${i + 2} has ${values.length} fields, not ${header.length}`);
    return Object.fromEntries(header.map((name, column) => [name, values[column]]));
  });
}

/** The text of rows, with the given columns in order. */
export function format(columns, rows) {
  const lines = [columns, ...rows.map((row) => columns.map((name) => row[name]))];
  return `${lines.map((values) => values.map(quote).join(",")).join("\n")}\n`;
}

function fields(text) {
  return [...text.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain);
}

function quote(value) {
  const text = String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
