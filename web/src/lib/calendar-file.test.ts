import { describe, expect, it } from 'vitest';
import { calendarFile } from './calendar-file';

const ride = {
  id: '019a0000-0000-7000-8000-0000000000c1',
  title: 'Yamaha Ténéré 700 · RH-7K3M9QX',
  place: 'Menara Mall, Avenue Mohammed VI',
  start: '2026-12-01T09:00:00Z',
  end: '2026-12-04T09:00:00Z',
  since: '2026-11-21T08:30:15.700Z',
  organizer: { name: 'Atlas "Moto"', email: 'atlas@example.com' },
};

function linesOf(changes: Partial<typeof ride> = {}): string[] {
  const text = calendarFile({ ...ride, ...changes });
  expect(text.endsWith('\r\n')).toBe(true);
  return text.split('\r\n').slice(0, -1);
}

describe('a ride for a calendar', () => {
  it('is one event, at its instants, under the name that the mailed one has', () => {
    expect(linesOf()).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Rihla//Bookings//EN',
      'METHOD:PUBLISH',
      'BEGIN:VEVENT',
      'UID:019a0000-0000-7000-8000-0000000000c1@rihla',
      'SEQUENCE:1795249815',
      'DTSTAMP:20261121T083015Z',
      'ORGANIZER;CN="Atlas ^\'Moto^\'":mailto:atlas@example.com',
      'STATUS:CONFIRMED',
      'DTSTART:20261201T090000Z',
      'DTEND:20261204T090000Z',
      'SUMMARY:Yamaha Ténéré 700 · RH-7K3M9QX',
      'LOCATION:Menara Mall\\, Avenue Mohammed VI',
      'END:VEVENT',
      'END:VCALENDAR',
    ]);
  });

  it('lets no text of a place become a line of its own', () => {
    const lines = linesOf({ place: 'A;B\\C\r\nATTENDEE:x\nBEGIN:VALARM\r!' });
    expect(lines).toHaveLength(16);
    expect(lines[13]).toBe('LOCATION:A\\;B\\\\C\\nATTENDEE:x\\nBEGIN:VALARM\\n!');
  });

  it('breaks long lines between characters, however many bytes those have', () => {
    const place = '🏍ساحة جامع الفنا '.repeat(12);
    const lines = linesOf({ place });
    for (const line of lines) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    const joined = lines.join('\r\n').replaceAll('\r\n ', '');
    expect(joined).toContain(`LOCATION:${place}`);
  });
});
