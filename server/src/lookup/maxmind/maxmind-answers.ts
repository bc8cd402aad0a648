/** Results of lookups in a database, in any thread. */
import { emptyResult, textOfKey } from '../lookup-results.ts'
import type { LookupKey, LookupResult } from '../lookup-tables.ts'
import { openMaxmindDatabase } from './maxmind-database.ts'
import { isMaxmindRecord, type MaxmindRecord, type MaxmindValue } from './maxmind-values.ts'
import type { DatabaseType, SharedDatabase } from './shared-database.ts'

/** A database in shared memory. */
export interface MaxmindAnswers extends SharedDatabase {
  readonly kind: 'maxmind'
}

export function readMaxmind({ bytes, type }: MaxmindAnswers): (key: LookupKey) => LookupResult {
  const database = openMaxmindDatabase(bytes)
  const resultOf = RESULTS[type]
  return (key) => {
    const address = textOfKey(key).trim()
    const record = database.find(address)
    return record === undefined ? emptyResult() : resultOf(record, address)
  }
}

const CITY_PARTS = ['city', 'continent', 'country', 'location', 'postal', 'registered_country', 'represented_country']
const COUNTRY_PARTS = ['continent', 'country', 'registered_country', 'represented_country']

/** Keys are those of the API. A part that the record does not have is empty. */
const RESULTS: Readonly<Record<DatabaseType, (record: MaxmindRecord, address: string) => LookupResult>> = {
  MAXMIND_CITY(record, address) {
    const coordinates = coordinatesOf(record) ?? null
    const multiValue = {
      ...partsOf(record, CITY_PARTS),
      subdivisions: record['subdivisions'] ?? [],
      traits: traitsOf(record, address),
      coordinates,
    }
    return { ...emptyResult(), singleValue: coordinates, multiValue }
  },
  MAXMIND_COUNTRY(record, address) {
    const multiValue = { ...partsOf(record, COUNTRY_PARTS), traits: traitsOf(record, address) }
    return { ...emptyResult(), singleValue: textAt(record, 'country', 'iso_code') ?? null, multiValue }
  },
  MAXMIND_ASN(record) {
    const number = record['autonomous_system_number']
    const organization = record['autonomous_system_organization']
    const singleValue = typeof number === 'number' ? number : null
    const multiValue = { as_number: singleValue, as_organization: organization ?? null }
    return { ...emptyResult(), singleValue, multiValue }
  },
}

/** `latitude,longitude`; undefined if the record does not have both. */
export function coordinatesOf(record: MaxmindRecord): string | undefined {
  const latitude = valueAt(record, 'location', 'latitude')
  const longitude = valueAt(record, 'location', 'longitude')
  const hasBoth = typeof latitude === 'number' && typeof longitude === 'number'
  return hasBoth ? `${decimal(latitude)},${decimal(longitude)}` : undefined
}

/** As Java writes doubles of this size: with a decimal point. */
const decimal = (number: number): string => (Number.isInteger(number) ? number.toFixed(1) : String(number))

/** The text at a path of names. */
export function textAt(record: MaxmindRecord, ...path: readonly string[]): string | undefined {
  const value = valueAt(record, ...path)
  return typeof value === 'string' ? value : undefined
}

function valueAt(record: MaxmindRecord, ...path: readonly string[]): MaxmindValue | undefined {
  let value: MaxmindValue | undefined = record
  for (const name of path) value = isMaxmindRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return value
}

const partsOf = (record: MaxmindRecord, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, record[name] ?? {}]))

function traitsOf(record: MaxmindRecord, address: string): MaxmindRecord {
  const traits = record['traits']
  return { ip_address: address, ...(isMaxmindRecord(traits) ? traits : {}) }
}
