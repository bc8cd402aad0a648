/** The filter and the time range of the last events search, in the browser's local storage. */
import { EVENT_ALERTS_FILTERS } from '@logyard/contract/events/events'
import type { TimeRange } from '@logyard/contract/search/time-ranges'

const KEY = 'events-last-search'

/** Which events are shown: `only` alerts, all but alerts (`exclude`), or both (`include`). */
export type EventKinds = (typeof EVENT_ALERTS_FILTERS)[number]

export interface RememberedSearch {
  readonly kinds: EventKinds
  readonly range: TimeRange
}

const DEFAULT_SEARCH: RememberedSearch = { kinds: 'only', range: { type: 'relative', range: 3600 } }

export const kindsNamed = (name: unknown): EventKinds | undefined => EVENT_ALERTS_FILTERS.find((one) => one === name)

export function readRemembered(storage: Pick<Storage, 'getItem'>): RememberedSearch {
  const stored = parsed(storage.getItem(KEY))
  return {
    kinds: kindsNamed(propertyOf(propertyOf(stored, 'filter'), 'alerts')) ?? DEFAULT_SEARCH.kinds,
    range: rangeOf(propertyOf(stored, 'timerange')) ?? DEFAULT_SEARCH.range,
  }
}

export function remember(storage: Pick<Storage, 'setItem'>, { kinds, range }: RememberedSearch): void {
  storage.setItem(KEY, JSON.stringify({ filter: { alerts: kinds }, timerange: range }))
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    // Another program wrote it: start with the defaults.
    return null
  }
}

const propertyOf = (object: unknown, name: string): unknown =>
  typeof object === 'object' && object !== null ? Reflect.get(object, name) : undefined

function rangeOf(stored: unknown): TimeRange | undefined {
  const [type, range] = [propertyOf(stored, 'type'), propertyOf(stored, 'range')]
  const [from, to, keyword] = [propertyOf(stored, 'from'), propertyOf(stored, 'to'), propertyOf(stored, 'keyword')]
  if (type === 'relative' && typeof range === 'number' && range > 0) return { type, range }
  if (type === 'absolute' && typeof from === 'string' && typeof to === 'string') return { type, from, to }
  if (type === 'keyword' && typeof keyword === 'string') return { type, keyword }
  return undefined
}
