import type { EffectiveRange } from '@logyard/contract/search/time-ranges'
import type { InstantRange } from './message-scope.ts'

/** The range in answers, limited to the range of JavaScript dates. */
export const effectiveRange = ({ fromMs, toMs }: InstantRange): EffectiveRange => ({
  type: 'absolute',
  from: isoOf(fromMs),
  to: isoOf(toMs),
})

const MAX_DATE_MS = 8.64e15

const isoOf = (ms: number) => new Date(Math.min(Math.max(Math.trunc(ms), -MAX_DATE_MS), MAX_DATE_MS)).toISOString()
