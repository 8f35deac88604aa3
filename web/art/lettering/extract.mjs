// Shapes the words of the logo with Readex Pro and keeps their outlines in words.json, so that the
// logo looks the same without the font. Run `npm ci && npm run lettering`; needed only when a word changes.
// Readex Pro is under the SIL Open Font License 1.1, which allows outlines in a drawing.
import { readFileSync, writeFileSync } from "node:fs";
import * as hb from "harfbuzzjs";
import wawoff2 from "wawoff2";

const WORDS = {
  latin: { text: "Rihla", font: "readex-pro-latin", weight: 600 },
  arabic: { text: "رحلة", font: "readex-pro-arabic", weight: 600 },
};

const words = {};
for (const [name, { text, font: file, weight }] of Object.entries(WORDS)) {
  const packed = readFileSync(new URL(`../../public/fonts/${file}.woff2`, import.meta.url));
  const font = new hb.Font(new hb.Face(new hb.Blob(await wawoff2.decompress(packed))));
  font.setVariations([new hb.Variation("wght", weight)]);
  words[name] = { text, ...outline(font, text) };
}
writeFileSync(new URL("words.json", import.meta.url), `${JSON.stringify(words, null, 2)}\n`);

/** The path of a shaped word in font units, y down from the baseline, and its advance width. */
function outline(font, text) {
  const buffer = new hb.Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  hb.shape(font, buffer);
  const positions = buffer.getGlyphPositions();
  let x = 0;
  let path = "";
  for (const [index, { codepoint }] of buffer.getGlyphInfos().entries()) {
    const { xAdvance, xOffset, yOffset } = positions[index];
    path += move(font.glyphToPath(codepoint), x + xOffset, yOffset);
    x += xAdvance;
  }
  return { width: Math.round(x), path };
}

/** Moves path data made of absolute commands (M, L, Q, C, Z) and turns the y axis down. */
function move(d, dx, dy) {
  let horizontal = true;
  return d.replace(/[A-Z]|-?[\d.]+/g, (token) => {
    if (/[A-Z]/.test(token)) {
      horizontal = true;
      return token;
    }
    const value = horizontal ? Number(token) + dx : -(Number(token) + dy);
    horizontal = !horizontal;
    return String(Math.round(value));
  });
}
