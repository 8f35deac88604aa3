// The parts of Leaflet that the map uses. Whole it is a third larger, for popups, tooltips, canvases, layer switches and
// overlays that nothing here shows. vite.config.ts puts this in the place of `leaflet`; tests take Leaflet whole.

import { Control, control } from 'leaflet/src/control/Control';
import { Attribution, attribution } from 'leaflet/src/control/Control.Attribution';
import { Scale, scale } from 'leaflet/src/control/Control.Scale';
import { Zoom, zoom } from 'leaflet/src/control/Control.Zoom';
import * as DomEvent from 'leaflet/src/dom/DomEvent';
import { toLatLng as latLng } from 'leaflet/src/geo/LatLng';
import { toLatLngBounds as latLngBounds } from 'leaflet/src/geo/LatLngBounds';
import { toPoint as point } from 'leaflet/src/geometry/Point';
import { geoJSON } from 'leaflet/src/layer/GeoJSON';
import { layerGroup } from 'leaflet/src/layer/LayerGroup';
import { divIcon } from 'leaflet/src/layer/marker/DivIcon';
import { marker } from 'leaflet/src/layer/marker/Marker';
import { tileLayer } from 'leaflet/src/layer/tile/TileLayer';
import { circle } from 'leaflet/src/layer/vector/Circle';
import { svg } from 'leaflet/src/layer/vector/SVG';
import { Map as LeafletMap, createMap as map } from 'leaflet/src/map/Map';
import 'leaflet/src/map/handler/Map.BoxZoom';
import 'leaflet/src/map/handler/Map.DoubleClickZoom';
import 'leaflet/src/map/handler/Map.Drag';
import 'leaflet/src/map/handler/Map.Keyboard';
import 'leaflet/src/map/handler/Map.ScrollWheelZoom';
import 'leaflet/src/map/handler/Map.TouchZoom';

Object.assign(Control, { Attribution, Scale, Zoom });
Object.assign(control, { attribution, scale, zoom });

// Leaflet's own chooses between SVG and a canvas, and so brings both.
LeafletMap.include({
  getRenderer(layer) {
    this._renderer ??= svg();
    const renderer = layer.options.renderer ?? this._renderer;
    if (!this.hasLayer(renderer)) this.addLayer(renderer);
    return renderer;
  },
});

export default {
  DomEvent,
  circle,
  control,
  divIcon,
  geoJSON,
  latLng,
  latLngBounds,
  layerGroup,
  map,
  marker,
  point,
  svg,
  tileLayer,
};
