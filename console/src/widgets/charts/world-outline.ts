/** The outlines of countries (Natural Earth, public domain), known to ECharts as `world`. Loaded with the first map. */
import { feature } from 'topojson-client'
import { registerMap } from './echarts.ts'

export const WORLD = 'world'
type Topology = Parameters<typeof feature>[0]

export async function loadWorldOutline(): Promise<void> {
  const { default: text } = await import('world-atlas/countries-110m.json?raw')
  const atlas: Topology = JSON.parse(text)
  const { countries } = atlas.objects
  if (countries !== undefined) registerMap(WORLD, JSON.stringify(feature(atlas, countries)))
}
