/** Remembers the range that was shown before charts were zoomed into. */
import type { TimeRange } from '@logyard/contract/search/time-ranges'
import { useEffect, useMemo, useRef, useState } from 'react'

interface Zoom {
  /** `undefined` where a page has no range of its own. */
  readonly before: TimeRange | undefined
  readonly into: TimeRange
}

export interface ZoomedPage {
  /** The shown range. */
  readonly range: TimeRange | undefined
  readonly setRange: (range: TimeRange | undefined) => void
}

const isSame = (one: TimeRange, other: TimeRange | undefined) => JSON.stringify(one) === JSON.stringify(other)

/** Several zooms after each other are reset at once, and `zoomedFrom` is the range before the first. A range that is chosen elsewhere ends the zoom. */
export function useZoom({ range, setRange }: ZoomedPage) {
  const [zoom, setZoom] = useState<Zoom>()
  const latest = useRef({ range, zoom })
  useEffect(() => {
    latest.current = { range, zoom }
  }, [range, zoom])
  const isZoomed = zoom !== undefined && isSame(zoom.into, range)
  return useMemo(() => {
    const setTimeRange = (into: TimeRange) => {
      const { range: shown, zoom: last } = latest.current
      const isDeeper = last !== undefined && isSame(last.into, shown)
      setZoom({ before: isDeeper ? last.before : shown, into })
      setRange(into)
    }
    const resetZoom = () => {
      setZoom(undefined)
      setRange(latest.current.zoom?.before)
    }
    return { setTimeRange, ...(isZoomed ? { resetZoom, zoomedFrom: zoom.before } : {}) }
  }, [isZoomed, zoom, setRange])
}
