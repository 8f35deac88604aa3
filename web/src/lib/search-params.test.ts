import { describe, expect, it } from 'vitest';
import {
  choiceParam,
  integerParam,
  listParam,
  parseSearch,
  stringifySearch,
  textParam,
} from './search-params';

describe('query strings', () => {
  it('keeps text as text and repeated keys as lists', () => {
    expect(parseSearch('?q=125&category=SCOOTER&category=CITY&empty=')).toEqual({
      q: '125',
      category: ['SCOOTER', 'CITY'],
      empty: '',
    });
  });

  it('writes what it reads, readably, and leaves out what is empty', () => {
    const query = stringifySearch({
      location: 'current:33.57,-7.59',
      startTime: '10:00',
      category: ['A', 'B'],
      page: 2,
      no: '',
      nor: undefined,
    });
    expect(query).toBe('?location=current:33.57,-7.59&startTime=10:00&category=A&category=B&page=2');
    expect(parseSearch(query)).toEqual({
      location: 'current:33.57,-7.59',
      startTime: '10:00',
      category: ['A', 'B'],
      page: '2',
    });
    expect(stringifySearch({ no: '' })).toBe('');
  });

  it('keeps signs that mean something in an address', () => {
    const text = 'Café & thé, n° 5 + #2 50% رباط';
    expect(parseSearch(stringifySearch({ location: `address:${text}` }))).toEqual({
      location: `address:${text}`,
    });
  });
});

describe('parameters', () => {
  const search = parseSearch(
    'page=3&bad=-1&long=99999999999&sort=price&odd=nope&category=CITY&category=NOPE&category=CITY',
  );

  it('never throws on a bad value', () => {
    expect(integerParam(search, 'page', 1)).toBe(3);
    expect(integerParam(search, 'bad', 1)).toBe(1);
    expect(integerParam(search, 'long', 1)).toBe(1);
    expect(integerParam(search, 'page', 1, { max: 2 })).toBe(1);
    expect(choiceParam(search, 'sort', ['price', 'name'])).toBe('price');
    expect(choiceParam(search, 'odd', ['price', 'name'])).toBeUndefined();
    expect(textParam(search, 'category')).toBe('CITY');
    expect(textParam(search, 'missing')).toBe('');
  });

  it('drops unknown and repeated members and keeps the rest', () => {
    expect(listParam(search, 'category', ['SCOOTER', 'CITY'])).toEqual(['CITY']);
    expect(listParam(search, 'category')).toEqual(['CITY', 'NOPE']);
    expect(listParam(search, 'missing')).toEqual([]);
  });
});
