import { expect, it } from 'vitest';
import { pictureWidths } from './picture-widths';

it.each([
  ['/media/a1/1600.jpg', '/media/a1/480.jpg 480w, /media/a1/960.jpg 960w, /media/a1/1600.jpg 1600w'],
  ['/media/a1/700.png', '/media/a1/480.png 480w, /media/a1/700.png 700w'],
  ['https://rihla.example/media/a1/480.jpg', 'https://rihla.example/media/a1/480.jpg 480w'],
  ['/pictures/scooter-mint.svg', undefined],
  ['https://elsewhere.example/960.jpg', undefined],
  ['/media/a1/document.pdf', undefined],
])('knows the widths of %s', (address, expected) => {
  expect(pictureWidths(address)).toBe(expected);
});
