// The machines of the fleet, by the category part of their picture's file name.
import { cafeRacer } from "./caferacer.mjs";
import { city } from "./city.mjs";
import { quad } from "./quad.mjs";
import { roadster } from "./roadster.mjs";
import { scooter } from "./scooter.mjs";
import { sport } from "./sport.mjs";
import { touring } from "./touring.mjs";
import { trail } from "./trail.mjs";

export const motorcycles = {
  scooter: { title: "Scooter", draw: scooter },
  city: { title: "City motorcycle", draw: city },
  trail: { title: "Trail motorcycle", draw: trail },
  roadster: { title: "Roadster", draw: roadster },
  touring: { title: "Touring motorcycle", draw: touring },
  "cafe-racer": { title: "Cafe racer", draw: cafeRacer },
  sport: { title: "Sport motorcycle", draw: sport },
  quad: { title: "Quad", draw: quad },
};
