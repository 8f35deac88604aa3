const newline = 10;
const quote = 34;

/**
 * Reads CSV (RFC 4180) to its end and tells how many rows have come, the line of names left out. A line break inside
 * quotes ends no row.
 */
export async function readRows(
  stream: ReadableStream<Uint8Array>,
  onRows: (count: number) => void,
): Promise<{ parts: Uint8Array<ArrayBuffer>[]; rows: number }> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = stream.getReader();
  let lines = 0;
  let quoted = false;
  const rows = () => Math.max(0, lines - 1);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { parts, rows: rows() };
    for (const byte of value) {
      if (byte === quote) quoted = !quoted;
      else if (byte === newline && !quoted) lines += 1;
    }
    parts.push(value as Uint8Array<ArrayBuffer>);
    onRows(rows());
  }
}
