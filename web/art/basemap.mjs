// Builds ../public/basemap/morocco.json, the built-in map's only data, from Natural Earth 1:10m
// (public domain, packaged as world-atlas). Run `npm ci && npm run basemap` in this folder.
//
// The result is GeoJSON in WGS 84 degrees, longitude first, with three kinds of features:
//   country    Morocco, southern provinces included: one outline, no line inside;
//   neighbour  land around it, clipped to the view box, drawn faintly for context;
//   city       a point with `rank` (1 is drawn first when zoomed out) and names in en, fr, ar.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { feature, merge } from "topojson-client";
import { presimplify, simplify } from "topojson-simplify";
import { cities } from "./basemap/cities.mjs";

/** The view box: west, south, east, north, in degrees. */
const VIEW = [-19, 19.5, 1.5, 37.5];
/** Smallest triangle kept by Visvalingam's method, in square degrees (about 1.2 km by 1.2 km). */
const MIN_TRIANGLE = 1.2e-4;
/** Islands smaller than this, in square degrees, are dropped. */
const MIN_ISLAND = 0.02;
/** Decimals kept: 0.001 degree is about 110 m, finer than the outline itself. */
const DECIMALS = 3;

const COUNTRY = ["504", "732"];
const NEIGHBOURS = { 724: "Spain", 620: "Portugal", 292: "Gibraltar", "012": "Algeria", 478: "Mauritania", 466: "Mali" };

const source = createRequire(import.meta.url).resolve("world-atlas/countries-10m.json");
const world = JSON.parse(readFileSync(source, "utf8"));
// Only the countries in view, so that their shared borders are simplified once and stay shared.
world.objects = {
  land: {
    type: "GeometryCollection",
    geometries: world.objects.countries.geometries.filter((g) => COUNTRY.includes(g.id) || g.id in NEIGHBOURS),
  },
};
const topology = simplify(presimplify(world), MIN_TRIANGLE);
const shapes = topology.objects.land.geometries;

const features = [
  ...Object.entries(NEIGHBOURS)
    .map(([id, name]) => ({ name, polygons: polygonsOf(feature(topology, shapes.find((g) => g.id === id)).geometry) }))
    .map(({ name, polygons }) => landFeature("neighbour", name, polygons))
    .filter((f) => f.geometry.coordinates.length > 0),
  landFeature("country", "Morocco", merge(topology, shapes.filter((g) => COUNTRY.includes(g.id))).coordinates),
  ...cities.map(({ name, longitude, latitude, rank }) => ({
    type: "Feature",
    properties: { kind: "city", rank, name },
    geometry: { type: "Point", coordinates: [longitude, latitude] },
  })),
];

const file = join(dirname(fileURLToPath(import.meta.url)), "../public/basemap/morocco.json");
writeFileSync(file, `${JSON.stringify({ type: "FeatureCollection", bbox: VIEW, features })}\n`);

/** The polygons of a Polygon or MultiPolygon. */
function polygonsOf(geometry) {
  return geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
}

/** Makes a land feature: outer rings only (no lake or enclave is drawn), clipped, without islets. */
function landFeature(kind, name, polygons) {
  const coordinates = polygons
    .map(([outer]) => clip(outer.slice(0, -1)))
    .filter((ring) => ring.length > 3 && area(ring) >= MIN_ISLAND)
    .map((ring) => [close(ring.map(round))]);
  return { type: "Feature", properties: { kind, name }, geometry: { type: "MultiPolygon", coordinates } };
}

/** Clips an open ring to VIEW, side by side (Sutherland and Hodgman). */
function clip(ring) {
  const [west, south, east, north] = VIEW;
  const sides = [
    [0, west, 1],
    [0, east, -1],
    [1, south, 1],
    [1, north, -1],
  ];
  return sides.reduce((points, [axis, limit, sign]) => {
    const inside = (p) => (p[axis] - limit) * sign >= 0;
    return points.flatMap((point, i) => {
      const previous = points.at(i - 1);
      const crossing = inside(point) === inside(previous) ? [] : [cross(previous, point, axis, limit)];
      return inside(point) ? [...crossing, point] : crossing;
    });
  }, ring);
}

/** Where the segment from a to b meets the line axis = limit. */
function cross(a, b, axis, limit) {
  const t = (limit - a[axis]) / (b[axis] - a[axis]);
  return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
}

/** The area of an open ring in square degrees (shoelace formula). */
function area(ring) {
  const twice = ring.reduce((sum, [x, y], i) => {
    const [px, py] = ring.at(i - 1);
    return sum + px * y - x * py;
  }, 0);
  return Math.abs(twice) / 2;
}

function round(point) {
  return point.map((degrees) => Number(degrees.toFixed(DECIMALS)));
}

function close(ring) {
  return [...ring, ring[0]];
}
