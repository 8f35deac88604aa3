import { expect, it } from 'vitest';
import { readRows } from './read-rows';

it('counts rows while they come, and takes a line break in quotes for text', async () => {
  const text = '\ufeffname,notes\r\nGPS,"two\r\nlines, ""quoted"""\r\nHelmet,\r\n';
  const bytes = new TextEncoder().encode(text);
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      // Broken where it hurts: in a character, in quotes.
      for (const [from, to] of [
        [0, 2],
        [2, 24],
        [24, bytes.length],
      ] as const)
        controller.enqueue(bytes.slice(from, to));
      controller.close();
    },
  });
  const seen: number[] = [];
  const { parts, rows } = await readRows(stream, (count) => seen.push(count));
  expect(rows).toBe(2);
  expect(seen).toEqual([0, 0, 2]);
  expect(await new Blob(parts).text()).toBe(text.replace('\ufeff', ''));
  expect(new Blob(parts).size).toBe(bytes.length);
});
