/**
 * The decorator that looks up the value of a field. A caller could put any key into a field by other decorators, so only
 * those who may read the table apply it freely. Everybody else gets it as an administrator configured it for searches.
 */
import type { ConfigField } from '@logyard/contract/configured/configuration'
import { LOOKUP_TABLE_DECORATOR, type StoredDecorator } from '@logyard/contract/search/decorators'
import type { MessageDocument } from '@logyard/contract/search/search-results'
import type { Caller } from '../../http/caller.ts'
import { lookUpNow } from '../../lookup/lookup-now.ts'
import type { LookupKey, LookupResult, LookupTable, LookupTables } from '../../lookup/lookup-tables.ts'
import { isConfigured } from './configured-decorators.ts'
import { type DecorateList, type DecoratorType, textField, textOf, withField } from './decorator-type.ts'

export interface LookupTableDecoratorDeps {
  readonly tables: LookupTables
  readonly isReadable: (name: string, caller: Caller) => boolean
  /** The tables that the caller may read. */
  readonly readable: (caller: Caller) => readonly { readonly name: string; readonly title: string }[]
  /** All that are configured for searches. */
  readonly storedDecorators: () => Promise<readonly StoredDecorator[]>
}

const TYPE = LOOKUP_TABLE_DECORATOR

export const createLookupTableDecorator = (deps: LookupTableDecoratorDeps): DecoratorType => ({
  type: TYPE,
  name: 'Lookup Table',
  configuration: (caller) => ({
    source_field: textField(100, 'Source field', 'The field with the key', ''),
    target_field: textField(100, 'Target field', 'The field that gets the value', ''),
    lookup_table_name: dropdown(deps.readable(caller)),
  }),
  requireStorable(config, caller) {
    const name = textOf(config, 'lookup_table_name', '')
    if (name !== '' && !deps.isReadable(name, caller)) caller.require('lookuptables:read')
  },
  async create(config, { caller, signal }, earlier) {
    const table = deps.tables.find(textOf(config, 'lookup_table_name', ''))
    const source = textOf(config, 'source_field', '')
    const target = textOf(config, 'target_field', '')
    if (table === undefined || caller === undefined || source === '' || target === '') return undefined
    const isAllowed =
      deps.isReadable(textOf(config, 'lookup_table_name', ''), caller) ||
      isConfigured(await deps.storedDecorators(), caller, [...earlier, { type: TYPE, config }])
    return isAllowed ? decorateWith(table, source, target, signal) : undefined
  },
})

const dropdown = (tables: readonly { readonly name: string; readonly title: string }[]): ConfigField => ({
  type: 'dropdown',
  human_name: 'Lookup table',
  description: 'The lookup table that has the value',
  default_value: '',
  is_optional: false,
  attributes: [],
  additional_info: { values: Object.fromEntries(tables.map(({ name, title }) => [name, title])) },
  position: 100,
})

function decorateWith(table: LookupTable, source: string, target: string, signal: AbortSignal): DecorateList {
  return async (messages) => {
    const keys = messages.map((message) => keyOf(message, source))
    const distinct = [...new Set(keys)].filter((key) => key !== undefined)
    const found = new Map<LookupKey, LookupResult>()
    await Promise.all(distinct.map(async (key) => void found.set(key, await lookUpNow(table, key, signal))))
    return messages.map((message, at) => {
      const key = keys[at]
      const value = key === undefined ? null : (found.get(key)?.singleValue ?? null)
      return { message: value === null ? message : withField(message, target, plain(value)), created: [] }
    })
  }
}

function keyOf(message: MessageDocument, source: string): LookupKey | undefined {
  const value = message[source]
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}

/** Messages of search results have no integers beyond 53 bits but as texts. */
const plain = (value: NonNullable<LookupResult['singleValue']>) => (typeof value === 'bigint' ? String(value) : value)
