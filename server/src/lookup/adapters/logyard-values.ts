/** The data adapter whose values are stored in Logyard: users edit them, and rules write them. */
import { LOGYARD_VALUES } from '@logyard/contract/lookup/adapter-configs'
import { durationMs } from '../duration-ms.ts'
import { emptyResult } from '../lookup-results.ts'
import type { SharedTable } from '../shared-tables/shared-table.ts'
import { adapterType } from './adapter.ts'
import { ignoreCaseField } from './form-fields.ts'

export const logyardValues = adapterType({
  type: LOGYARD_VALUES,
  configClass: 'org.logyard.lookup.ValuesDataAdapter$Config',
  defaultConfig: {
    type: LOGYARD_VALUES,
    time_to_live: 0,
    time_to_live_unit: 'SECONDS',
    case_insensitive_lookup: false,
  },
  form: {
    title: 'Values kept in Logyard',
    docs: [
      'Keeps keys and values in Logyard. Edit them on the page of the data adapter, import a CSV file, or use the API.',
      'Rules can store values too: lookup_set_value, lookup_add_string_list and others.',
      'A CSV file has the columns key and value, and optionally ttl_seconds.',
    ],
    example: 'key,value,ttl_seconds\nada,web,\nbob,sales,3600',
    fields: [
      {
        kind: 'period',
        name: 'time_to_live',
        unit_name: 'time_to_live_unit',
        label: 'Time to live',
        help: 'Of values that are stored without one of their own',
        off: 0,
        initial: { amount: 1, unit: 'HOURS' },
      },
      ignoreCaseField,
    ],
  },
  validate: ({ time_to_live }) => (time_to_live < 0 ? { time_to_live: ['Value cannot be smaller than 0'] } : {}),
  start({ time_to_live, time_to_live_unit, case_insensitive_lookup }, { id, valueTables, changed, report }) {
    const ignoresCase = case_insensitive_lookup === true
    const table = valueTables.of(id, ignoresCase)
    const defaultLifeMs = time_to_live > 0 ? durationMs(time_to_live, time_to_live_unit ?? 'SECONDS') : undefined
    let published: SharedTable | undefined
    table.onChange = (key) => {
      changed(table.shared() === published ? key : undefined)
      report(table.problem())
    }
    return {
      kind: 'sharing',
      async refresh() {
        await table.loaded
        return 'changed'
      },
      answers() {
        published = table.shared()
        return {
          kind: 'table',
          table: published,
          keys: ignoresCase ? 'ignore-case' : 'exact',
          values: 'result',
          absent: emptyResult(),
        }
      },
      values: { table, defaultLifeMs },
      async [Symbol.asyncDispose]() {
        // The table stays: the next instance of the adapter uses it.
      },
    }
  },
})
