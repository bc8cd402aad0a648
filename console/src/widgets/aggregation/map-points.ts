/** Positions on the map: the last row field holds "latitude,longitude". */
import type { ChartData } from './chart-data.ts'

export interface MapPoint {
  readonly series: number
  readonly row: number
  readonly latitude: number
  readonly longitude: number
  readonly value: number
  /** The other keys of the row. */
  readonly keys: readonly string[]
  /** Step from 1 to 10, by its value relative to all others. */
  readonly step: number
}

export interface MapPoints {
  readonly points: readonly MapPoint[]
  /** The number of rows whose last key is not a position. */
  readonly unplaced: number
}

const STEPS = 10

export function parsePlace(text: string): { readonly latitude: number; readonly longitude: number } | undefined {
  const found = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text)
  if (found === null) return undefined
  const [latitude, longitude] = [Number(found[1]), Number(found[2])]
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}

export function mapPoints({ rows, series }: ChartData): MapPoints {
  const places = rows.map((key) => parsePlace(key.at(-1) ?? ''))
  const points = series.flatMap(({ values }, index) =>
    values.flatMap((value, row) => {
      const place = places[row]
      if (place === undefined || value === null) return []
      return [{ ...place, series: index, row, value, keys: rows[row]?.slice(0, -1) ?? [], step: 1 }]
    }),
  )
  const least = Math.min(...points.map(({ value }) => value))
  const most = Math.max(...points.map(({ value }) => value))
  const stepOf = (value: number) =>
    most === least ? STEPS / 2 : 1 + Math.round(((value - least) / (most - least)) * (STEPS - 1))
  return {
    // Small circles are drawn above large ones, so that both can be clicked.
    points: points.map((point) => ({ ...point, step: stepOf(point.value) })).sort((a, b) => b.value - a.value),
    unplaced: places.filter((place) => place === undefined).length,
  }
}
