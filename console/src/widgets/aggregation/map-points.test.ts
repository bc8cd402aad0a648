import { expect, test } from 'vitest'
import { countSeries, emptyAggregation, valuesPivot } from '../../view-document/model/aggregation-config.ts'
import { pivotSample } from '../testing/pivot-samples.ts'
import { chartData } from './chart-data.ts'
import { mapPoints, parsePlace } from './map-points.ts'

test.each([
  ['52.52,13.4', { latitude: 52.52, longitude: 13.4 }],
  [' -33.9 , 151 ', { latitude: -33.9, longitude: 151 }],
  ['95,0', undefined],
  ['Berlin', undefined],
  ['', undefined],
])('%j is the position %j', (text, place) => {
  expect(parsePlace(text)).toEqual(place)
})

test('circles have ten sizes, large ones first; rows without a position are counted', () => {
  const config = { ...emptyAggregation, row_pivots: [valuesPivot('place')], series: [countSeries] }
  const sizes: Record<string, number> = { '1,1': 1, '2,2': 100, '3,3': 50, nowhere: 7 }
  const data = chartData(
    pivotSample(
      config,
      Object.keys(sizes).map((place) => [place]),
      [],
      ([place = '']) => sizes[place],
    ),
    config,
  )
  const { points, unplaced } = mapPoints(data)
  expect(points.map(({ latitude, step }) => [latitude, step])).toEqual([
    [2, 10],
    [3, 5],
    [1, 1],
  ])
  expect(unplaced).toBe(1)
})
