import type { FieldValue, Scalar } from '@logyard/codecs/codec'
import { SERVER_FIELDS, UNSETTABLE_FIELDS } from '@logyard/contract/messages/message-fields'
import { createBoundedMap } from '../../platform/bounded-map.ts'
import { trimmed } from '../../store/messages/message.ts'

const VALID_NAME = /^[\w.\-@]+$/
/** Senders repeat their names; one that makes up a new one for each message must not fill the memory. */
const MAX_KNOWN_NAMES = 20_000
const knownNames = createBoundedMap<string, string>(MAX_KNOWN_NAMES)

const isSettable = (name: string): boolean => !UNSETTABLE_FIELDS.has(name) && !SERVER_FIELDS.has(name)

/** The name that a field is stored under; empty when it cannot be stored. Dots are still in it. */
function checkedName(name: string): string {
  const known = knownNames.get(name)
  if (known !== undefined) return known
  const bare = trimmed(name)
  const checked = VALID_NAME.test(bare) && isSettable(bare) ? bare : ''
  knownNames.set(name, checked)
  return checked
}

/** Keeps a field if it can be kept: a valid name, and a value that is something. Answers whether it did. */
export function setField(fields: Map<string, FieldValue>, name: string, value: FieldValue): boolean {
  const checked = checkedName(name)
  if (checked === '') return false
  const kept = typeof value === 'string' ? trimmed(value) : storable(value)
  if (kept === '' || kept === undefined) return false
  fields.set(checked, kept)
  return true
}

function storable(value: Exclude<FieldValue, string>): FieldValue | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'object') {
    const list: readonly (Scalar | null | undefined)[] = value ?? []
    const kept = list.filter((item) => item !== null && item !== undefined && !Object.is(item, Number.NaN))
    return kept.length === 0 ? undefined : kept.filter((item) => item !== undefined && item !== null)
  }
  return value
}

/** On storing, a dot in a name becomes an underscore; where the name is taken already the dotted field goes. */
export function undot(fields: Map<string, FieldValue>): void {
  for (const [name, value] of fields) {
    if (!name.includes('.')) continue
    fields.delete(name)
    const plain = name.replaceAll('.', '_')
    if (!fields.has(plain) && isSettable(plain)) fields.set(plain, value)
  }
}

const STORED_TIMESTAMP = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)\.(\d{3})$/
/** What the store's instants can hold: 1900 to 2299. */
const MIN_TIMESTAMP_MS = Date.UTC(1900, 0, 1)
const MAX_TIMESTAMP_MS = Date.UTC(2299, 11, 31, 23, 59, 59, 999)

export const isStorableInstant = (ms: number): boolean => ms >= MIN_TIMESTAMP_MS && ms <= MAX_TIMESTAMP_MS

/** The text `yyyy-MM-dd HH:mm:ss.SSS` in UTC as milliseconds; anything else is no time. */
export function parseTimestamp(value: FieldValue): number | undefined {
  if (typeof value !== 'string' || !STORED_TIMESTAMP.test(value)) return undefined
  const iso = `${value.replace(' ', 'T')}Z`
  const ms = Date.parse(iso)
  return !Number.isNaN(ms) && new Date(ms).toISOString() === iso ? ms : undefined
}
