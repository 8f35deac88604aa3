/** One button on the map. */
export interface MapPin {
  readonly key: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Seen on the pin: a price, or nothing for a plain drop. */
  readonly label: string;
  /** How many things stand here, when it is more than one. */
  readonly count?: number;
  /** Read for the pin, such as "Honda CB500, 1 350.00 MAD total". */
  readonly name: string;
  readonly kind: 'price' | 'parking' | 'franchise';
}

/** A point on the ground, in degrees. */
export interface MapPoint {
  readonly latitude: number;
  readonly longitude: number;
}

/** A circle around what was searched. */
export interface MapArea extends MapPoint {
  readonly radiusKm: number;
}
