import { expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '@/lib/search-params';
import { countFilters, noFilters, radiusParam, readResultsSearch, toSearchQuery } from './results.search';

const read = (query: string) => readResultsSearch(parseSearch(query) as never);

it('gives every parameter of the specification as a string, missing ones empty', () => {
  expect(read('')).toMatchObject({
    startDate: '',
    endDate: '',
    location: '',
    page: '1',
    limit: '5',
    startTime: '',
    endTime: '',
    franchiseId: '',
  });
});

it('survives hostile addresses', () => {
  const hostile = [
    '?page=-1&limit=1e9&startDate=2026-02-31&endDate[]=x&startTime=25:00&location=%00%ff',
    '?page=0&limit=0&category=%22&category=SCOOTER&category=SCOOTER&sort=drop&view=admin',
    '?minPrice=NaN&maxPrice=-5&minEngineCc=0x10&featureId=1&featureId=../../etc&franchiseId=javascript:alert(1)',
    `?location=${'x'.repeat(5000)}&__proto__=1&constructor=2&toString=3`,
    '?%E0%A4%A',
  ];
  for (const query of hostile) {
    const search = read(query);
    expect(Number(search.page)).toBeGreaterThan(0);
    expect(Number(search.limit)).toBeGreaterThan(0);
    expect(search.location.length).toBeLessThanOrEqual(500);
    expect(() => toSearchQuery(search)).not.toThrow();
  }
  expect(read(hostile[0] as string)).toMatchObject({ page: '1', limit: '5', startDate: '', startTime: '' });
  expect(read(hostile[1] as string)).toMatchObject({ category: ['SCOOTER'], sort: '', view: '' });
  expect(read(hostile[2] as string)).toMatchObject({ minPrice: '', featureId: [], franchiseId: '' });
});

it('reads back what it wrote', () => {
  const id = '019a0000-0000-7000-8000-000000000001';
  const search = read(
    `?startDate=2026-12-01&endDate=2026-12-04&startTime=10:00&endTime=09:30&location=current:31.63,-8&radius=12&page=2&limit=10&category=SCOOTER&category=QUAD&transmission=AUTOMATIC&minPrice=0&maxPrice=600&minEngineCc=125&featureId=${id}&franchiseId=${id}&sort=-price&view=map`,
  );
  expect(read(stringifySearch({ ...search }))).toEqual(search);
  expect(search).toMatchObject({ category: ['SCOOTER', 'QUAD'], minPrice: '0', sort: '-price', view: 'map' });
});

it('asks for a range in whichever order its ends are written', () => {
  expect(toSearchQuery(read('?minPrice=500&maxPrice=100&minEngineCc=125&maxEngineCc=125'))).toMatchObject({
    minPrice: 100,
    maxPrice: 500,
    minEngineCc: 125,
    maxEngineCc: 125,
  });
});

it('asks for no more than the server takes', () => {
  const id = (number: number) => `019a0000-0000-7000-8000-${String(number).padStart(12, '0')}`;
  const many = Array.from({ length: 60 }, (_, number) => `featureId=${id(number)}`).join('&');
  expect(read(`?${many}`).featureId).toHaveLength(20);
  expect(read('?page=1000001').page).toBe('1');
  expect(read(`?franchiseId=${'-'.repeat(36)}`).franchiseId).toBe('');
});

it('counts a range once, and nothing after clearing', () => {
  const search = read('?category=SCOOTER&minPrice=100&maxPrice=600&maxEngineCc=125&transmission=MANUAL');
  expect(countFilters(search)).toBe(4);
  expect(countFilters({ ...search, ...noFilters })).toBe(0);
});

it('asks the server for times only together with both days', () => {
  expect(toSearchQuery(read('?startDate=2026-12-01&startTime=09:00'))).toEqual({ page: 1, limit: 5 });
  expect(toSearchQuery(read('?startDate=2026-12-01&endDate=2026-12-02&startTime=09:00'))).toEqual({
    page: 1,
    limit: 5,
    startDate: '2026-12-01',
    endDate: '2026-12-02',
    startTime: '09:00',
    endTime: '10:00',
  });
});

it('asks for the surroundings of a place only, within what a server takes', () => {
  expect(toSearchQuery(read('?location=current:31.6,-8&radius=40'))).toMatchObject({ radius: 40 });
  expect(toSearchQuery(read('?radius=40')).radius).toBeUndefined();
  for (const radius of ['0', '-3', '101', '1e2', 'far']) {
    expect(read(`?location=current:31.6,-8&radius=${radius}`).radius).toBe('');
  }
  expect([0.2, 12.3, 640].map(radiusParam)).toEqual(['1', '13', '100']);
});
