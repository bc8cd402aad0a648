/** Time ranges as they are typed: `15m`, `2h..1h`, `2026-11-29..2026-11-30`, `today`, `last monday`. */
import type { TimeRange } from '@logyard/contract/search/time-ranges'
import { UsageError } from '../usage-error.ts'

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 }
const AGO = /^(\d{1,9})([smhdw])$/
const DAY = /^\d{4}-\d\d-\d\d$/
const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d([.,]\d{1,3})?)?(Z|[+-]\d\d:?\d\d)?$/

/** Days, and times without a zone, are those of this machine. Other words are left to the server, which reads English. */
export function parseRange(text: string, now: Date): TimeRange {
  const trimmed = text.trim()
  if (trimmed === '') throw new UsageError('The range is empty.')
  if (trimmed === 'all') return { type: 'relative', range: 0 }
  const ago = secondsOf(trimmed)
  if (ago !== undefined) return { type: 'relative', range: ago }
  if (trimmed === 'today') return between(startOfDay(now, 0), now)
  if (trimmed === 'yesterday') return between(startOfDay(now, -1), lastBefore(startOfDay(now, 0)))
  const [from, to, ...more] = trimmed.split('..')
  if (to === undefined) return { type: 'keyword', keyword: trimmed }
  if (more.length > 0) throw new UsageError(`The range ${text} has more than two ends.`)
  const ends = [secondsAgo(from ?? ''), secondsAgo(to)] as const
  if (ends[0] !== undefined && ends[1] !== undefined) return relative(ends[0], ends[1])
  return between(instantOf(from ?? '', now, 'start'), instantOf(to, now, 'end'))
}

/** By the clock of the server. */
function relative(from: number, to: number): TimeRange {
  if (from <= to) throw new UsageError('The range ends before it begins.')
  return { type: 'relative', range: from, from, to }
}

const secondsAgo = (text: string): number | undefined =>
  ['', 'now'].includes(text.trim()) ? 0 : secondsOf(text.trim())

function secondsOf(text: string): number | undefined {
  const [, digits = '', unit = ''] = AGO.exec(text) ?? []
  const seconds = Number(digits) * (SECONDS[unit] ?? Number.NaN)
  return Number.isNaN(seconds) ? undefined : seconds
}

function instantOf(text: string, now: Date, end: 'start' | 'end'): Date {
  const trimmed = text.trim()
  const ago = end === 'start' && trimmed === '' ? undefined : secondsAgo(trimmed)
  if (ago !== undefined) return new Date(now.getTime() - ago * 1000)
  const day = DAY.test(trimmed) ? new Date(`${trimmed}T00:00`) : undefined
  if (day !== undefined && !Number.isNaN(day.getTime())) return end === 'start' ? day : lastBefore(startOfDay(day, 1))
  const instant = INSTANT.test(trimmed) ? new Date(trimmed.replace(' ', 'T').replace(',', '.')) : undefined
  if (instant !== undefined && !Number.isNaN(instant.getTime())) return instant
  throw new UsageError(`${text} is not a time. Examples: 2026-11-30, 2026-11-30T14:30, 2h (ago), now`)
}

function startOfDay(of: Date, days: number): Date {
  return new Date(of.getFullYear(), of.getMonth(), of.getDate() + days)
}

const lastBefore = (instant: Date): Date => new Date(instant.getTime() - 1)

function between(from: Date, to: Date): TimeRange {
  if (from.getTime() > to.getTime()) throw new UsageError('The range ends before it begins.')
  return { type: 'absolute', from: from.toISOString(), to: to.toISOString() }
}
