import { describe, expect, it } from 'vitest';
import { checkPosition, noPosition, pastedPosition, positionOf, typedPosition } from './position';

describe('a position', () => {
  it.each([
    ['33.5731', '-7.5898', { latitude: 33.5731, longitude: -7.5898 }],
    [' 33,5731 ', '−7,5898', { latitude: 33.5731, longitude: -7.5898 }],
    ['٣٣٫٥', '-٧', { latitude: 33.5, longitude: -7 }],
    ['-90', '180', { latitude: -90, longitude: 180 }],
    ['90.1', '0', undefined],
    ['0', '180.5', undefined],
    ['1e1', '0', undefined],
    ['', '0', undefined],
  ])('is read of %j and %j', (latitude, longitude, expected) => {
    expect(positionOf({ latitude, longitude })).toEqual(expected);
  });

  it.each([
    ['33.5731, -7.5898', { latitude: '33.5731', longitude: '-7.5898' }],
    ['33.5731,-7.5898', { latitude: '33.5731', longitude: '-7.5898' }],
    ['33,5731; -7,5898', { latitude: '33.5731', longitude: '-7.5898' }],
    ['33.57310000004 -7.5', { latitude: '33.5731', longitude: '-7.5' }],
    ['33,5731', undefined],
    ['33.5731', undefined],
    ['Rabat, Agdal', undefined],
    ['1 2 3', undefined],
  ])('is taken apart when %j is put into one field', (text, expected) => {
    expect(pastedPosition(text)).toEqual(expected);
  });

  it('is written to the decimetre, and may be none', () => {
    expect(typedPosition({ latitude: 31.123456789, longitude: -8 })).toEqual({
      latitude: '31.123457',
      longitude: '-8',
    });
    expect(typedPosition({ latitude: null, longitude: null })).toEqual(noPosition);
  });

  it('is checked whole', () => {
    expect(checkPosition(null, true)).toBe('REQUIRED');
    expect(checkPosition(noPosition, false)).toBeUndefined();
    expect(checkPosition({ latitude: '33', longitude: '' }, false)).toBe('INVALID_FORMAT');
    expect(checkPosition({ latitude: '33', longitude: '-7' }, true)).toBeUndefined();
  });
});
