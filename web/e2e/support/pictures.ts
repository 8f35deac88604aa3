import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Where the pictures go, a folder a project. */
export const folder = process.env.RIHLA_SCREENSHOTS ?? join(root, '.cache/screenshots');

/** Lays all pictures out on one page, a row a page of the site and a column a project, once they are taken. */
export default function layOut(): void {
  const projects = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, pictures: new Set(readdirSync(join(folder, name))) }));
  const pictures = [...new Set(projects.flatMap(({ pictures }) => [...pictures]))].sort();
  const cell = (project: (typeof projects)[number], picture: string) => {
    const path = `${project.name}/${picture}`;
    const shown = `<a href="${path}"><img loading="lazy" src="${path}" alt="${path}"></a>`;
    return `<td>${project.pictures.has(picture) ? shown : ''}</td>`;
  };
  const row = (picture: string) =>
    `<tr><th id="${picture}">${picture.replace('.png', '')}</th>${projects.map((one) => cell(one, picture)).join('')}</tr>`;
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Every page of the site</title>
<style>
  body { font: 14px sans-serif; margin: 16px; background: #ddd }
  th { position: sticky; top: 0; background: #ddd; padding: 8px; text-align: start; vertical-align: top }
  td { vertical-align: top; padding: 4px }
  img { width: 320px; max-height: 900px; object-fit: cover; object-position: top; background: #fff }
</style>
<table>
<thead><tr><th></th>${projects.map(({ name }) => `<th>${name}</th>`).join('')}</tr></thead>
<tbody>
${pictures.map(row).join('\n')}
</tbody>
</table>
</html>
`,
  );
}
