/** The values of the form of a stored entry: initial values, validation, and what is sent. */
import type { LookupValueDraft, StoredLookupValue } from '@logyard/contract/lookup/lookup-values'
import type { FieldProblem } from '../../../ui/fields/field-problems.ts'
import { isRecord } from '../../../ui/is-record.ts'

export const VALUE_KINDS = ['text', 'number', 'boolean', 'list', 'map'] as const
type ValueKind = (typeof VALUE_KINDS)[number]
export const LIFE_KINDS = ['default', 'never', 'after'] as const
type LifeKind = (typeof LIFE_KINDS)[number]

export interface EntryValues {
  readonly key: string
  readonly kind: ValueKind
  /** As typed; a list has one text per line, a map is JSON. */
  readonly text: string
  readonly life: LifeKind
  readonly lifeMs: number
}

const ONE_HOUR_MS = 3_600_000
type Stored = StoredLookupValue['value']

const kindOf = (value: Stored): ValueKind => {
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'object') return 'map'
  return typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'boolean'
}

/** As it is typed, and as the table shows it. */
export const textOfValue = (value: Stored): string => {
  if (Array.isArray(value)) return value.join('\n')
  return typeof value === 'object' ? JSON.stringify(value, undefined, 2) : String(value)
}

export function entryValues(entry: StoredLookupValue | undefined, nowMs: number): EntryValues {
  if (entry === undefined) return { key: '', kind: 'text', text: '', life: 'default', lifeMs: ONE_HOUR_MS }
  const { key, value, expires_at: expiresAt } = entry
  const leftMs = expiresAt === null ? undefined : Math.max(1_000, Date.parse(expiresAt) - nowMs)
  return {
    key,
    kind: kindOf(value),
    text: textOfValue(value),
    life: leftMs === undefined ? 'never' : 'after',
    // Whole seconds, which the form shows in the largest unit that fits.
    lifeMs: leftMs === undefined ? ONE_HOUR_MS : Math.round(leftMs / 1_000) * 1_000,
  }
}

const REQUIRED: FieldProblem = { text: 'lookup.problem.required' }

/** Errors by field of the form. An empty value that a rule stored is accepted. */
export function entryProblems(values: EntryValues, stored?: StoredLookupValue): Readonly<Record<string, FieldProblem>> {
  const text = valueProblem(values, stored?.value === '')
  return { ...(values.key === '' ? { key: REQUIRED } : {}), ...(text === undefined ? {} : { text }) }
}

function valueProblem({ kind, text }: EntryValues, mayBeEmpty: boolean): FieldProblem | undefined {
  switch (kind) {
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? undefined : { text: 'lookup.default.problem.number' }
    case 'map':
      return mapOf(text) === undefined ? { text: 'lookup.default.problem.object' } : undefined
    case 'text':
      return text === '' && !mayBeEmpty ? REQUIRED : undefined
    case 'boolean':
    case 'list':
      return undefined
    default:
      return kind satisfies never
  }
}

function mapOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}

export function entryToSend(values: EntryValues): LookupValueDraft {
  const { key, life, lifeMs } = values
  return {
    key,
    value: valueToSend(values),
    ...(life === 'default' ? {} : { ttl_seconds: life === 'never' ? 0 : Math.round(lifeMs / 1_000) }),
  }
}

function valueToSend({ kind, text }: EntryValues): LookupValueDraft['value'] {
  switch (kind) {
    case 'text':
      return text
    case 'number':
      return Number(text)
    case 'boolean':
      return text === 'true'
    case 'list':
      return text.split('\n').filter((line) => line !== '')
    case 'map':
      return mapOf(text) ?? {}
    default:
      return kind satisfies never
  }
}
