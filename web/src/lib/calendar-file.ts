/** What a calendar program is told of a ride. Instants are RFC 3339. */
export interface CalendarEntry {
  readonly id: string;
  readonly title: string;
  readonly place: string;
  readonly start: string;
  readonly end: string;
  /** When the booking became so. */
  readonly since: string;
  /** Who lends the motorcycle. */
  readonly organizer: { readonly name: string; readonly email: string };
}

/**
 * A ride for a calendar program (RFC 5545), published and no invitation (RFC 5546). Identity, organizer and sequence are
 * those of the files in our letters, so that whichever is newer takes the place of the others: a file with a later
 * sequence than the letter that moves or cancels the ride would keep that from having its way. Times are in UTC; the
 * programs show them on their own clock.
 */
export function calendarFile({ id, title, place, start, end, since, organizer }: CalendarEntry): string {
  const at = new Date(since);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Rihla//Bookings//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${id}@rihla`,
    `SEQUENCE:${Math.floor(at.getTime() / 1000)}`,
    `DTSTAMP:${utc(at)}`,
    `ORGANIZER;CN=${parameter(organizer.name)}:mailto:${organizer.email}`,
    'STATUS:CONFIRMED',
    `DTSTART:${utc(new Date(start))}`,
    `DTEND:${utc(new Date(end))}`,
    `SUMMARY:${escaped(title)}`,
    `LOCATION:${escaped(place)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** `20261201T090000Z` */
function utc(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** A text as a calendar's property holds it (RFC 5545 section 3.3.11). */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n');
}

/** A text as a parameter's value, in quotes (RFC 6868). */
function parameter(text: string): string {
  const encoded = text
    .replace(/\^/g, '^^')
    .replace(/"/g, "^'")
    .replace(/\r\n?|\n/g, '^n');
  return `"${encoded}"`;
}

/** Breaks a line after 75 bytes at most, between characters (RFC 5545 section 3.1). */
function folded(line: string): string {
  const encoder = new TextEncoder();
  let width = 0;
  return Array.from(line, (character) => {
    const size = encoder.encode(character).length;
    width += size;
    if (width <= 74) return character;
    width = size;
    return `\r\n ${character}`;
  }).join('');
}
