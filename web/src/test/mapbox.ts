import { HttpResponse, http } from 'msw';

/** A place as the simulator knows it. */
interface Known {
  readonly id: string;
  readonly name: string;
  readonly within: string;
  readonly longitude: number;
  readonly latitude: number;
}

const base = 'https://api.mapbox.com/search/searchbox/v1';
export const mapboxToken = 'pk.test';

const known: readonly Known[] = [
  {
    id: 'dXJuOm1ieC/1+2=',
    name: 'Rue Tarik Ibn Ziad',
    within: 'Rabat, Maroc',
    longitude: -6.8326,
    latitude: 34.0133,
  },
  { id: 'dXJuOm1ieC2', name: 'Tarifa Beach Club', within: 'Agadir, Maroc', longitude: -9.6, latitude: 30.42 },
];

function refuse(status: number, message: string) {
  return HttpResponse.json({ message }, { status });
}

function featuresOf(places: readonly Known[]) {
  return HttpResponse.json({
    type: 'FeatureCollection',
    features: places.map(({ id, name, within, longitude, latitude }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
      properties: {
        name,
        mapbox_id: id,
        feature_type: 'street',
        full_address: `${name}, ${within}`,
        place_formatted: within,
        coordinates: { longitude, latitude },
        language: 'fr',
      },
    })),
    attribution: '© Mapbox',
  });
}

/**
 * Mapbox's Search Box as a test plays it, on the wire: suggestions name places without saying where they are, a session
 * runs from the first suggestion to the place retrieved, and whoever forgets a parameter is refused as Mapbox refuses.
 */
export function simulateMapbox() {
  const asked: URL[] = [];
  /** Sessions that have been paid for: a token of one is spent. */
  const ended: string[] = [];
  const open = (request: Request) => {
    const url = new URL(request.url);
    asked.push(url);
    return url.searchParams;
  };
  const handlers = [
    http.get(`${base}/suggest`, ({ request }) => {
      const query = open(request);
      if (query.get('access_token') !== mapboxToken) return refuse(401, 'Not Authorized - Invalid Token');
      const text = query.get('q') ?? '';
      const session = query.get('session_token') ?? '';
      if (text === '' || text.length > 256) return refuse(400, 'q must be 1 to 256 characters');
      if (!/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(session))
        return refuse(400, 'session_token must be a UUID');
      if (ended.includes(session)) return refuse(400, 'session is over');
      if (Number(query.get('limit') ?? 10) > 10) return refuse(400, 'limit must be at most 10');
      return HttpResponse.json({
        suggestions: known
          .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
          .map(({ id, name, within }) => ({
            name,
            mapbox_id: id,
            feature_type: 'street',
            place_formatted: within,
            context: { country: { name: 'Maroc', country_code: 'MA' } },
            language: query.get('language'),
          })),
        attribution: '© Mapbox',
      });
    }),
    http.get(`${base}/retrieve/:id`, ({ request, params }) => {
      const query = open(request);
      const session = query.get('session_token') ?? '';
      if (query.get('access_token') !== mapboxToken) return refuse(401, 'Not Authorized - Invalid Token');
      if (session === '' || ended.includes(session)) return refuse(400, 'session is over');
      ended.push(session);
      const found = known.filter(({ id }) => id === params.id);
      return found.length > 0 ? featuresOf(found) : refuse(404, 'Not Found');
    }),
    http.get(`${base}/reverse`, ({ request }) => {
      const query = open(request);
      if (query.get('access_token') !== mapboxToken) return refuse(401, 'Not Authorized - Invalid Token');
      const near = (place: Known) =>
        Math.hypot(
          place.longitude - Number(query.get('longitude')),
          place.latitude - Number(query.get('latitude')),
        ) < 0.05;
      return featuresOf(known.filter(near));
    }),
  ];
  return { handlers, asked, ended };
}
