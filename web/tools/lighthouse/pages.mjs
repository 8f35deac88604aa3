// The pages that are measured, and what a visitor presses first on each.

function day(fromToday) {
  const at = new Date(Date.now() + fromToday * 24 * 3600_000);
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Casablanca' }).format(at);
}

/** Addresses with dates a month ahead, of a motorcycle that is free then. */
export async function findPages(address) {
  const trip = { startDate: day(30), startTime: '10:00', endDate: day(33), endTime: '10:00' };
  const place = { location: 'address:Casablanca' };
  const answer = await fetch(`${address}/motorcycles/search?${new URLSearchParams({ ...place, ...trip })}`);
  const { data } = await answer.json();
  const motorcycle = data.motorcycles.find(({ place }) => place?.kind === 'PARKING_POINT');
  const booking = {
    motorcycleId: motorcycle.id,
    franchiseId: motorcycle.franchiseId,
    ...trip,
    location: motorcycle.place.id,
  };
  return [
    { name: 'home', path: '/', press: ['main [role="combobox"]', 'header button'] },
    {
      name: 'results',
      path: `/results?${new URLSearchParams({ ...place, ...trip })}`,
      press: ['main select', 'main button'],
    },
    {
      name: 'motorcycle',
      path: `/motorcycle/${motorcycle.id}?${new URLSearchParams(trip)}`,
      press: ['main button', 'main summary, main button'],
    },
    {
      name: 'booking',
      path: `/booking?${new URLSearchParams(booking)}`,
      press: ['main input[type="checkbox"]', 'main input[autocomplete="given-name"]'],
      // The page is kept from search engines on purpose, which Lighthouse would take points for.
      skip: ['is-crawlable'],
    },
  ];
}
