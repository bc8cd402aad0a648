/** Reads the values of a CSV text whose first line names the columns. All of its lines are valid, or none is used. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { MAX_LOOKUP_KEY } from '@logyard/contract/lookup/lookup-texts'
import {
  type LookupValueDraft,
  type LookupValuesImport,
  MAX_LIFE_SECONDS,
  MAX_LOOKUP_VALUE,
  MAX_LOOKUP_VALUES,
} from '@logyard/contract/lookup/lookup-values'
import { createCsvRows } from '@logyard/languages/csv/csv-rows'
import { lookupValuesRefused } from '../lookup-errors.ts'

type ValueFile = Pick<LookupValuesImport, 'csv' | 'separator' | 'key_column' | 'value_columns'>

/** Characters that are read at once: the thread does its other work between. */
const PART_LENGTH = 65_536
/** Invalid lines and repeated keys that an error names. */
const MAX_NAMED = 5

interface Columns {
  readonly count: number
  readonly key: number
  readonly values: readonly { readonly name: string; readonly at: number }[]
  /** -1 without such a column. */
  readonly ttl: number
}

/** Throws if lines are invalid, and names some of them. */
export async function readValueFile(file: ValueFile, ignoresCase: boolean): Promise<readonly LookupValueDraft[]> {
  let columns: Columns | undefined
  const values: LookupValueDraft[] = []
  const lineOfKey = new Map<string, number>()
  const repeated = new Map<string, number[]>()
  /** Those that are named, and how many there are. */
  const invalid: { named: string[]; count: number } = { named: [], count: 0 }
  const rows = createCsvRows({ separator: file.separator ?? ',', quote: '"' }, (cells, line) => {
    if (columns === undefined) {
      columns = columnsOf(cells, file)
      return
    }
    const value = valueOfRow(cells, columns)
    if (typeof value === 'string') {
      invalid.count += 1
      if (invalid.count <= MAX_NAMED) invalid.named.push(`Line ${line} ${value}.`)
      return
    }
    const key = ignoresCase ? value.key.toLowerCase() : value.key
    const first = lineOfKey.get(key)
    if (first !== undefined) repeated.set(key, [...(repeated.get(key)?.slice(0, MAX_NAMED) ?? [first]), line])
    lineOfKey.set(key, first ?? line)
    values.push(value)
    if (values.length > MAX_LOOKUP_VALUES) throw lookupValuesRefused(`There are more than ${MAX_LOOKUP_VALUES} rows.`)
  })
  const refuse = (problem: string | undefined) => {
    if (problem !== undefined) throw lookupValuesRefused(problem)
  }
  const { csv } = file
  for (let at = 0; at < csv.length; at += PART_LENGTH) {
    refuse(rows.read(csv.slice(at, at + PART_LENGTH)))
    await nextTurn()
  }
  refuse(rows.end())
  refuse(columns === undefined ? 'The file is empty.' : (invalidLines(invalid) ?? repeatedKeys(repeated)))
  return values
}

function invalidLines({ named, count }: { readonly named: readonly string[]; readonly count: number }) {
  if (count === 0) return undefined
  const more = count - named.length
  return [...named, ...(more > 0 ? [`${more} more ${more === 1 ? 'line is' : 'lines are'} invalid.`] : [])].join(' ')
}

function repeatedKeys(repeated: ReadonlyMap<string, readonly number[]>): string | undefined {
  const { size } = repeated
  if (size === 0) return undefined
  const named = Array.from(repeated, ([key, lines]) => `"${key.slice(0, 100)}" (lines ${lines.join(', ')})`)
  const which = named.slice(0, MAX_NAMED).join(', ')
  return `${size === 1 ? '1 key is' : `${size} keys are`} there more than once: ${which}${size > MAX_NAMED ? ', …' : '.'}`
}

function columnsOf(cells: readonly string[], { key_column = 'key', value_columns = ['value'] }: ValueFile): Columns {
  // Some programs begin a file with a byte order mark.
  const names = cells.map((cell) => cell.replace(/^\uFEFF/, '').trim())
  const lowerCase = names.map((name) => name.toLowerCase())
  const find = (name: string) => {
    const exact = names.indexOf(name.trim())
    return exact === -1 ? lowerCase.indexOf(name.trim().toLowerCase()) : exact
  }
  const get = (name: string) => {
    const at = find(name)
    if (at === -1) throw lookupValuesRefused(`The first line does not name the column "${name}".`)
    return at
  }
  const key = get(key_column)
  const values = value_columns.map((name) => ({ name, at: get(name) }))
  const ttl = find('ttl_seconds')
  const isChosen = ttl === key || values.some(({ at }) => at === ttl)
  return { count: cells.length, key, values, ttl: isChosen ? -1 : ttl }
}

/** Text that was not UTF-8, or not text. */
const UNREADABLE = /[\uFFFD\0]/

/** Value of a row, or what is wrong with its line. */
function valueOfRow(cells: readonly string[], columns: Columns): LookupValueDraft | string {
  const key = cells[columns.key] ?? ''
  const ttl = cells[columns.ttl]?.trim() ?? ''
  if (cells.some((cell) => UNREADABLE.test(cell))) return 'is not UTF-8 text'
  if (key === '') return 'has no key'
  if (key.length > MAX_LOOKUP_KEY) return `has a key of more than ${MAX_LOOKUP_KEY} characters`
  if (columns.values.some(({ at }) => cells[at] === undefined)) return 'has no value'
  if (cells.length > columns.count) return `has ${cells.length} values, but the first line has ${columns.count}`
  const value = storedOf(cells, columns)
  if (JSON.stringify(value).length > MAX_LOOKUP_VALUE) return `has a value of more than ${MAX_LOOKUP_VALUE} characters`
  if (ttl === '') return { key, value }
  if (!/^\d{1,9}$/.test(ttl) || Number(ttl) > MAX_LIFE_SECONDS) {
    return `has "${ttl.slice(0, 50)}", which is not a number of seconds`
  }
  return { key, value, ttl_seconds: Number(ttl) }
}

/** A map has its first value under `value` too, unless a column has this name: it is the single value. */
function storedOf(cells: readonly string[], { values }: Columns): string | Readonly<Record<string, string>> {
  const named = values.map(({ name, at }): [string, string] => [name, cells[at] ?? ''])
  const first = named[0]?.[1] ?? ''
  return named.length === 1 ? first : Object.fromEntries([['value', first], ...named])
}
