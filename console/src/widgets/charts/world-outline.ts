/** The outlines of countries (Natural Earth, public domain), `world` in ECharts. Loaded with the first map. */
import { GeoComponent } from 'echarts/components'
import { use } from 'echarts/core'
import type { Geometry } from 'geojson'
import { feature } from 'topojson-client'
import { cutRing } from './antimeridian.ts'
import { registerMap } from './echarts.ts'

use([GeoComponent])

const WORLD = 'world'
type Topology = Parameters<typeof feature>[0]
type Position = readonly number[]

export async function loadWorldOutline(): Promise<void> {
  const { default: text } = await import('world-atlas/countries-110m.json?raw')
  const atlas: Topology = JSON.parse(text)
  const { countries } = atlas.objects
  if (countries === undefined) throw new Error('the outline of the world names no countries')
  const collection = feature(atlas, countries)
  const features = 'features' in collection ? collection.features : [collection]
  const drawn = features.map(({ geometry, properties }) => ({
    type: 'Feature',
    properties: properties ?? {},
    geometry: { type: 'MultiPolygon', coordinates: polygonsOf(geometry).flatMap(cutPolygon) },
  }))
  registerMap(WORLD, JSON.stringify({ type: 'FeatureCollection', features: drawn }))
}

function polygonsOf(geometry: Geometry): readonly Position[][][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates]
  return geometry.type === 'MultiPolygon' ? geometry.coordinates : []
}

/** Lakes are too small to cross the antimeridian; each stays with an outline that does not. */
function cutPolygon(polygon: readonly Position[][]) {
  const [outline = [], ...holes] = polygon
  const parts = cutRing(outline.map(([x = 0, y = 0]) => [x, y]))
  return parts.length === 1 ? [[...parts, ...holes]] : parts.map((part) => [part])
}
