/** A server with two lookup tables: one of a CSV file, one of values that Logyard keeps. */
import type { Field, TypeForm } from '@logyard/contract/configured/field'
import { LOGYARD_VALUES } from '@logyard/contract/lookup/adapter-configs'
import {
  type DataAdapter,
  getDataAdapter,
  listAdapterForms,
  listDataAdapters,
  validateDataAdapter,
} from '@logyard/contract/lookup/data-adapters'
import {
  getLookupCache,
  type LookupCache,
  listCacheForms,
  listLookupCaches,
  validateLookupCache,
} from '@logyard/contract/lookup/lookup-caches'
import { getErrorStates } from '@logyard/contract/lookup/lookup-errors'
import {
  getLookupTable,
  type LookupTable,
  listLookupTables,
  validateLookupTable,
} from '@logyard/contract/lookup/lookup-tables'
import { listLookupValues, type StoredLookupValue } from '@logyard/contract/lookup/lookup-values'
import type { ContractServer } from './contract-server.ts'

const named = (id: number, title: string, name: string) => ({
  id: `5f00000000000000000000${id}`,
  title,
  description: '',
  name,
  content_pack: null,
})

export const MEMORY: LookupCache = {
  ...named(10, 'Memory', 'memory'),
  config: {
    type: 'guava_cache',
    max_size: 1000,
    expire_after_access: 60,
    expire_after_access_unit: 'SECONDS',
    expire_after_write: 0,
    expire_after_write_unit: null,
  },
}

const noErrorTtl = { custom_error_ttl_enabled: false, custom_error_ttl: null, custom_error_ttl_unit: null }

export const HOSTS_FILE: DataAdapter = {
  ...named(20, 'Hosts file', 'hosts-file'),
  ...noErrorTtl,
  config: {
    type: 'csvfile',
    path: '/etc/hosts.csv',
    separator: ',',
    quotechar: '"',
    key_column: 'ip',
    value_column: 'name',
    check_interval: 60,
    case_insensitive_lookup: false,
  },
}

const TEAM_VALUES: DataAdapter = {
  ...named(21, 'Team values', 'team-values'),
  ...noErrorTtl,
  config: { type: LOGYARD_VALUES, time_to_live: 0, time_to_live_unit: null, case_insensitive_lookup: false },
}

export const HOSTS: LookupTable = {
  ...named(30, 'Hosts', 'hosts'),
  cache_id: MEMORY.id,
  data_adapter_id: HOSTS_FILE.id,
  default_single_value: 'unknown',
  default_single_value_type: 'STRING',
  default_multi_value: '',
  default_multi_value_type: 'NULL',
}

const TEAMS: LookupTable = {
  ...HOSTS,
  ...named(31, 'Teams', 'teams'),
  cache_id: '5f00000000000000000000ff',
  data_adapter_id: TEAM_VALUES.id,
  default_single_value: '',
  default_single_value_type: 'NULL',
}

const ADA: StoredLookupValue = {
  key: 'ada',
  value: 'web',
  updated_at: '2026-03-01T08:00:00.000Z',
  expires_at: null,
}

const page = (total: number) => ({ total, count: total, page: 1, per_page: 10, query: null })
const parts = {
  caches: { [MEMORY.id]: MEMORY },
  data_adapters: { [HOSTS_FILE.id]: HOSTS_FILE, [TEAM_VALUES.id]: TEAM_VALUES },
}
const form = (title: string, ...fields: Field[]): TypeForm => ({ title, docs: [], fields })
const period = (name: string, label: string): Field => ({
  kind: 'period',
  name,
  unit_name: `${name}_unit`,
  label,
  off: 0,
  initial: { amount: 60, unit: 'SECONDS' },
})
const MEMORY_FORM = form(
  'Node-local, in-memory cache',
  { kind: 'number', name: 'max_size', label: 'Maximum entries', min: 0 },
  period('expire_after_access', 'Expire after access'),
  period('expire_after_write', 'Expire after write'),
)
const FILE_FORM = form('CSV File', { kind: 'text', name: 'path', label: 'File path' })
const VALID = { failed: false, errors: {}, error_context: {} }

export const withLookup = (server: ContractServer): ContractServer =>
  server
    .on(listLookupTables, { ...page(2), lookup_tables: [HOSTS, TEAMS], ...parts })
    .on(getLookupTable, { ...page(1), lookup_tables: [HOSTS], ...parts })
    .on(validateLookupTable, VALID)
    .on(listLookupCaches, { ...page(1), caches: [MEMORY] })
    .on(getLookupCache, MEMORY)
    .on(validateLookupCache, VALID)
    .on(listDataAdapters, { ...page(2), data_adapters: [HOSTS_FILE, TEAM_VALUES] })
    .outcome(getDataAdapter, ({ path }) => ({
      status: 200,
      body: path.endsWith(TEAM_VALUES.name) ? TEAM_VALUES : HOSTS_FILE,
    }))
    .on(validateDataAdapter, VALID)
    .on(listCacheForms, {
      guava_cache: { type: 'guava_cache', config_class: 'A$Config', default_config: MEMORY.config, form: MEMORY_FORM },
      none: {
        type: 'none',
        config_class: 'B$Config',
        default_config: { type: 'none' },
        form: form('Do not cache values'),
      },
    })
    .on(listAdapterForms, {
      csvfile: { type: 'csvfile', config_class: 'D$Config', default_config: HOSTS_FILE.config, form: FILE_FORM },
      [LOGYARD_VALUES]: {
        type: LOGYARD_VALUES,
        config_class: 'E$Config',
        default_config: TEAM_VALUES.config,
        form: form('Values kept in Logyard', period('time_to_live', 'Time to live')),
      },
    })
    .on(getErrorStates, { tables: {}, caches: {}, data_adapters: {}, off: { tables: [], data_adapters: [] } })
    .on(listLookupValues, { ...page(1), values: [ADA] })
