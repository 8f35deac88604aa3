/**
 * The six cities of the home page. Their names are searched as addresses: the place's own gazetteer knows them in any
 * of the three languages.
 */
export const cities = ['Casablanca', 'Marrakech', 'Agadir', 'Tangier', 'Fez', 'Rabat'] as const;
export type City = (typeof cities)[number];

/** Address of a city's skyline. */
export function skylineOf(city: City): string {
  return `/pictures/city-${city.toLowerCase()}.svg`;
}
