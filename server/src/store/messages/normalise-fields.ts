import type { FieldValue, Scalar } from '@logyard/codecs/codec'
import { SERVER_FIELDS, UNSETTABLE_FIELDS } from '@logyard/contract/messages/message-fields'
import { createBoundedMap } from '@logyard/languages/caches/bounded-map'
import { trimmed } from './message.ts'

const VALID_NAME = /^[\w.\-@]+$/
/** Senders reuse field names; a sender that invents one for each message must not fill the memory. */
const MAX_CACHED_NAMES = 20_000

const isSettable = (name: string): boolean => !UNSETTABLE_FIELDS.has(name) && !SERVER_FIELDS.has(name)

/** Sets a field if its name is valid and its value is not empty. Returns whether it was set. */
export type SetField = (fields: Map<string, FieldValue>, name: string, value: FieldValue) => boolean

/** Remembers the names that it has checked: use one for all messages of a thread. */
export function createFieldSetter(): SetField {
  const checkedNames = createBoundedMap<string, string>(MAX_CACHED_NAMES)

  function checkedName(name: string): string {
    const cached = checkedNames.get(name)
    if (cached !== undefined) return cached
    const checked = checkName(name)
    checkedNames.set(name, checked)
    return checked
  }

  return (fields, name, value) => {
    const checked = checkedName(name)
    if (checked === '') return false
    const storable = typeof value === 'string' ? trimmed(value) : storableValue(value)
    if (storable === '' || storable === undefined) return false
    fields.set(checked, storable)
    return true
  }
}

/** The trimmed name, or an empty string if a message must not set it. Dots are replaced only when the row is written. */
function checkName(name: string): string {
  const bare = trimmed(name)
  return VALID_NAME.test(bare) && isSettable(bare) ? bare : ''
}

function storableValue(value: Exclude<FieldValue, string>): FieldValue | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'object') {
    const list: readonly (Scalar | null | undefined)[] = value ?? []
    const items = list.filter((item) => item !== null && item !== undefined && !Object.is(item, Number.NaN))
    return items.length === 0 ? undefined : items.filter((item) => item !== undefined && item !== null)
  }
  return value
}

/** Replaces dots in names by underscores. A field whose new name is already in use is dropped. */
export function undot(fields: Map<string, FieldValue>): void {
  for (const [name, value] of fields) {
    if (!name.includes('.')) continue
    fields.delete(name)
    const plain = name.replaceAll('.', '_')
    if (!fields.has(plain) && isSettable(plain)) fields.set(plain, value)
  }
}

const STORED_TIMESTAMP = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)\.(\d{3})$/
/** The range of the store's timestamps: 1900 to 2299. */
const MIN_TIMESTAMP_MS = Date.UTC(1900, 0, 1)
const MAX_TIMESTAMP_MS = Date.UTC(2299, 11, 31, 23, 59, 59, 999)

export const isStorableInstant = (ms: number): boolean => ms >= MIN_TIMESTAMP_MS && ms <= MAX_TIMESTAMP_MS

/** Parses `yyyy-MM-dd HH:mm:ss.SSS` in UTC to milliseconds. Returns undefined for any other format. */
export function parseTimestamp(value: FieldValue): number | undefined {
  if (typeof value !== 'string' || !STORED_TIMESTAMP.test(value)) return undefined
  const iso = `${value.replace(' ', 'T')}Z`
  const ms = Date.parse(iso)
  return !Number.isNaN(ms) && new Date(ms).toISOString() === iso ? ms : undefined
}
