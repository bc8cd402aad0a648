import type { FieldValue } from '@logyard/codecs/codec'
import { createLruMap } from '@logyard/languages/caches/lru-map'
import { coordinatesOf, textAt } from '../../lookup/maxmind/maxmind-answers.ts'
import { openMaxmindDatabase } from '../../lookup/maxmind/maxmind-database.ts'
import type { MaxmindRecord } from '../../lookup/maxmind/maxmind-values.ts'
import type { SharedDatabase } from '../../lookup/maxmind/shared-database.ts'
import type { Message } from '../../store/messages/message.ts'
import { stepType } from './processor.ts'

/** Names and values of what is added for one address, without the name of its field. */
type Added = readonly (readonly [suffix: string, value: FieldValue])[]

const NOTHING: Added = []
const UNKNOWN = 'N/A'
/** Records that a thread caches. Many addresses share one. */
const MAX_CACHED_PLACES = 20_000
const MIN_ADDRESS = 2
const MAX_ADDRESS = 45

/** Adds the place of each address: next to `ip` the fields `ip_geolocation`, `ip_country_code` and `ip_city_name`. */
export const geoIp = stepType(['geoIp'], ({ geoIp: { database } }, { setField }) => {
  if (database === undefined) return Object.assign(() => 'keep' as const, { passes: () => true })
  const find = placeFinder(database)
  return (message) => {
    let found: (readonly [name: string, added: Added])[] | undefined
    for (const [name, value] of valuesOf(message)) {
      if (!isLikeAddress(value)) continue
      const added = find(value)
      if (added.length > 0) found = [...(found ?? []), [name, added]]
    }
    for (const [name, added] of found ?? []) {
      for (const [suffix, value] of added) setField(message.fields, name + suffix, value)
    }
    return 'keep'
  }
})

function* valuesOf({ source, message, fields }: Message): Generator<readonly [string, FieldValue]> {
  yield ['source', source]
  yield ['message', message]
  for (const entry of fields) if (!entry[0].startsWith('gl2_')) yield entry
}

/** Most values are something else: this is decided by their first characters. */
function isLikeAddress(value: FieldValue): value is string {
  if (typeof value !== 'string' || value.length < MIN_ADDRESS || value.length > MAX_ADDRESS) return false
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at)
    const isDigit = code >= 48 && code <= 58
    const isLetter = (code >= 97 && code <= 102) || (code >= 65 && code <= 70)
    // Digits and the colon, the dot, and the letters of hexadecimal numbers.
    if (!isDigit && !isLetter && code !== 46) return false
  }
  return true
}

function placeFinder({ bytes, type }: SharedDatabase): (address: string) => Added {
  const database = openMaxmindDatabase(bytes)
  const placeOf = PLACES[type]
  const cache = createLruMap<number, Added>(MAX_CACHED_PLACES)
  return (address) => {
    const at = database.locate(address)
    if (at === undefined) return NOTHING
    const known = cache.get(at)
    if (known !== undefined) return known
    const record = database.read(at)
    const added = record === undefined ? NOTHING : placeOf(record)
    cache.set(at, added)
    return added
  }
}

const countryOf = (record: MaxmindRecord): FieldValue => textAt(record, 'country', 'iso_code') ?? UNKNOWN

const PLACES: Readonly<Record<SharedDatabase['type'], (record: MaxmindRecord) => Added>> = {
  MAXMIND_CITY(record) {
    const coordinates = coordinatesOf(record)
    const city = textAt(record, 'city', 'names', 'en') ?? UNKNOWN
    const place: Added = [
      ['_country_code', countryOf(record)],
      ['_city_name', city],
    ]
    return coordinates === undefined ? place : [['_geolocation', coordinates], ...place]
  },
  MAXMIND_COUNTRY: (record) => [['_country_code', countryOf(record)]],
  MAXMIND_ASN(record) {
    const number = record['autonomous_system_number']
    const organization = textAt(record, 'autonomous_system_organization') ?? UNKNOWN
    const isKnown = typeof number === 'number'
    return isKnown
      ? [
          ['_as_number', number],
          ['_as_organization', organization],
        ]
      : NOTHING
  },
}
