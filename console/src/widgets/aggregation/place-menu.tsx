import type { AggregationConfig } from '@logyard/contract/views/view-state'
import { useState } from 'react'
import { deferred } from '../../base/deferred/deferred.tsx'
import type { ChartClick } from '../charts/chart-click.ts'
import type { ChartData } from './chart-data.ts'
import type { ChartPlace } from './chart-place.ts'
import type { ChartWords } from './chart-words.ts'
import type { OpenPlace } from './place-items.tsx'
import { useValuePaths } from './value-paths.ts'
import type { VisualizationProps } from './visualization.ts'

const PlaceMenuAt = deferred(() => import('./place-items.tsx').then((module) => module.PlaceMenuAt))

interface PlaceMenuOptions extends Pick<VisualizationProps, 'widget' | 'pivot' | 'isInteractive'> {
  readonly data: ChartData
  readonly config: AggregationConfig
  readonly words: ChartWords
  readonly placeAt: (click: ChartClick) => ChartPlace | undefined
}

/** The menu of all positions of a chart, and what opens it. */
export function usePlaceMenu({ widget, pivot, isInteractive, data, config, words, placeAt }: PlaceMenuOptions) {
  const paths = useValuePaths(data, config, pivot)
  const [open, setOpen] = useState<OpenPlace>()
  const menu = (
    <PlaceMenuAt
      isWanted={open !== undefined}
      open={open}
      paths={paths}
      words={words}
      widget={widget}
      onClose={() => setOpen(undefined)}
    />
  )
  const show = (click: ChartClick) => {
    const place = placeAt(click)
    setOpen(place && { place, at: click.at })
  }
  return isInteractive ? { menu, onClick: show } : { menu }
}
