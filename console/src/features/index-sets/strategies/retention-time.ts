/** How long an index set keeps messages: a number of hours, days, months, or what its strategies say otherwise. */
import {
  RETENTION_CLASSES,
  type RetentionConfig,
  ROTATION_CLASSES,
  type RotationConfig,
} from '@logyard/contract/store/index-strategies'
import { parsePeriod } from '../../../ui/time/iso-period.ts'

export interface RetentionTime {
  readonly unit: 'hour' | 'day' | 'month'
  readonly amount: number
}

interface Lifecycle {
  readonly rotation_strategy_class: string
  readonly rotation_strategy: RotationConfig
  readonly retention_strategy_class: string
  readonly retention_strategy: RetentionConfig
}

const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7 }
const MONTHS: Readonly<Record<string, number>> = { month: 1, year: 12 }

/** `undefined` unless the set rotates by time, in one unit, and deletes its oldest indices. */
export function retentionTimeOf(set: Lifecycle): RetentionTime | undefined {
  const deletesByTime =
    set.rotation_strategy_class === ROTATION_CLASSES.time && set.retention_strategy_class === RETENTION_CLASSES.delete
  const parts = parsePeriod(set.rotation_strategy.rotation_period ?? '')
  const [part] = parts ?? []
  if (!deletesByTime || part === undefined || parts?.length !== 1) return undefined
  const count = part.amount * set.retention_strategy.max_number_of_indices
  const days = DAYS[part.unit]
  const months = MONTHS[part.unit]
  if (days !== undefined) return { unit: 'day', amount: count * days }
  if (months !== undefined) return { unit: 'month', amount: count * months }
  if (part.unit !== 'hour') return undefined
  return count % 24 === 0 ? { unit: 'day', amount: count / 24 } : { unit: 'hour', amount: count }
}

const TYPED = /^(\d{1,5})\s*([a-z]*)\.?$/i
const UNITS: readonly (readonly [names: readonly string[], unit: RetentionTime['unit'], factor: number])[] = [
  [['h', 'hour', 'hours'], 'hour', 1],
  [['', 'd', 'day', 'days'], 'day', 1],
  [['w', 'week', 'weeks'], 'day', 7],
  [['mo', 'month', 'months'], 'month', 1],
  [['y', 'year', 'years'], 'month', 12],
]

/** As typed: `7`, `7d`, `36 hours`, `2w`, `1 year`. `undefined` if it is none of these. */
export function parseRetentionTime(text: string): RetentionTime | undefined {
  const [, digits = '', name = ''] = TYPED.exec(text.trim()) ?? []
  const known = UNITS.find(([names]) => names.includes(name.toLowerCase()))
  const count = Number(digits)
  if (known === undefined || count < 1) return undefined
  const [, unit, factor] = known
  const amount = count * factor
  return unit === 'hour' && amount % 24 === 0 ? { unit: 'day', amount: amount / 24 } : { unit, amount }
}

const LARGEST_INDICES = 400

/** One index per hour, day, week or month: few enough to be cheap, and deleted at most one period late. */
export function strategiesOf({ unit, amount }: RetentionTime): { readonly period: string; readonly indices: number } {
  if (unit === 'month') return { period: 'P1M', indices: amount }
  if (unit === 'hour' || amount === 1) return { period: 'PT1H', indices: unit === 'hour' ? amount : 24 }
  if (amount <= LARGEST_INDICES) return { period: 'P1D', indices: amount }
  return { period: 'P7D', indices: Math.ceil(amount / 7) }
}

const UNIT_DAYS = { hour: 1 / 24, day: 1, month: 30 }
export const retentionDays = ({ unit, amount }: RetentionTime): number => amount * UNIT_DAYS[unit]
