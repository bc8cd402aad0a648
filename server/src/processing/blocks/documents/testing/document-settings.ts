/** Settings under which documents are processed. */
import type { StoredFieldColumn } from '../../../../store/messages/field-column-table.ts'
import type { TestSettings } from '../../../../testing/processing-settings.ts'

const stream = (id: string, field: string, type: number, value: string, more = {}) => ({
  ...{ id, matchingType: 'AND' as const, removeMatchesFromDefault: false, indexSetId: 'set-default', ...more },
  rules: [{ id: `${id}-rule`, field, type, value, inverted: false }],
})

export const STREAMS: TestSettings = {
  streams: [
    stream('logins', 'message', 6, 'logged in', { indexSetId: 'set-logins' }),
    stream('large', 'bytes', 3, '100'),
    stream('hosts', 'source', 1, 'web-1', { removeMatchesFromDefault: true }),
    stream('timed', 'timestamp', 2, '^2026'),
    stream('named', 'host', 5, ''),
    stream('addressed', 'gl2_remote_ip', 1, '10.0.0.1'),
  ],
  indexTargets: { 'set-default': 'logyard_0', 'set-logins': 'logins_0' },
  analyzers: { logins_0: 'keyword' },
}

/** Queries about each part of a message. */
export const FILTERS = [
  ['level:>3', 'took_ms:(>10 OR 0)', 'NOT _exists_:user', 'source:web-1', 'gl2_remote_ip:"10.0.0.1"', 'text'],
  ['message:value*', '_exists_:a_b', 'timestamp:>"2026-02-01"', 'user:"value 7" OR bytes:/v.*/', 'full_message:value'],
]
  .flat()
  .map((query, number) => ({
    id: `filter ${number}`,
    query,
    numberFields: ['level', 'took_ms'],
    streams: number % 3 === 2 ? ['hosts', 'named'] : [],
  }))

export const COLUMNS: readonly StoredFieldColumn[] = [
  { field: 'host', type: 'String', isRepetitive: true, numberInValues: 1 },
  { field: 'level', type: 'Int64', isRepetitive: false, numberInValues: undefined },
  { field: 'took_ms', type: 'Int64', isRepetitive: false, numberInValues: 3 },
  { field: 'took_ms', type: 'Float64', isRepetitive: false, numberInValues: 4 },
  { field: 'user', type: 'String', isRepetitive: false, numberInValues: 5 },
  { field: 'bytes', type: 'Int64', isRepetitive: false, numberInValues: undefined },
  { field: 'bytes', type: 'String', isRepetitive: true, numberInValues: 7 },
  { field: 'target_index', type: 'String', isRepetitive: true, numberInValues: 8 },
]
