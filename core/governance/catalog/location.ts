import { Evidence } from './evidence.ts';
import { personalData } from './kind.ts';

/** A number of degrees, also as text. */
const DEGREES = /^[-+]?\d{1,3}(?:[.,]\d+)?°?$/;
/** Both, with a comma between: `52.5163,13.3777`. */
const PAIR = /^[-+]?\d{1,3}\.\d+\s*[,; ]\s*[-+]?\d{1,3}\.\d+$/;

/** Coordinates of somebody's home: personal where the postal address beside them is (context/kindRules.ts). */
export const location = personalData({
  id: 'location',
  title: 'Coordinates of homes',
  group: 'optional',
  on: false,
  finds: 'latitude and longitude beside a person’s address',
  leaves: 'coordinates of places of business, of maps and of events',
  fields: {
    coordinate: {
      names: `
latitude longitude lat lng lon long latlng latlong latlon geolat geolng geolong breitengrad langengrad laengengrad latitud longitud latitudine longitudine breedtegraad lengtegraad geocoordinates
`,
      accepts: (value) => DEGREES.test(value) || PAIR.test(value),
      acceptsNumber: () => true,
      evidence: Evidence.geo,
    },
  },
});
