/** The data adapter that reads a CSV file of the server, and reads it again when it has changed. */
import { stat } from 'node:fs/promises'
import { BUILD_LIMIT_MS, csvBuild } from '../csv/csv-table.ts'
import { emptyResult } from '../lookup-results.ts'
import type { SharedTable } from '../shared-tables/shared-table.ts'
import { adapterType, type FieldErrors } from './adapter.ts'
import { ignoreCaseField, quoteField, separatorField } from './form-fields.ts'

const COLUMN_HELP = 'Its name in the first line of the file'

export const csvFile = adapterType({
  type: 'csvfile',
  configClass: 'org.graylog2.lookup.adapters.CSVFileDataAdapter$Config',
  defaultConfig: {
    type: 'csvfile',
    path: '/etc/graylog/lookup-table.csv',
    separator: ',',
    quotechar: '"',
    key_column: 'key',
    value_column: 'value',
    check_interval: 60,
    case_insensitive_lookup: false,
  },
  form: {
    title: 'CSV File',
    docs: [
      'Reads keys and values from a CSV file on the server. The first line has the names of the columns. The file is UTF-8.',
      'The file is checked for changes at the interval. If a new file is invalid, the previous values stay in use.',
      'Each key may be in the file once. Every node needs its own copy of the file. The server may limit the directories that it reads.',
    ],
    example: 'ip,name\n198.51.100.7,web-1\n198.51.100.8,"web-2, old"',
    fields: [
      { kind: 'text', name: 'path', label: 'File path', help: 'On every node' },
      { kind: 'number', name: 'check_interval', label: 'Check interval (seconds)', min: 1 },
      separatorField,
      quoteField,
      { kind: 'text', name: 'key_column', label: 'Key column', help: COLUMN_HELP },
      { kind: 'text', name: 'value_column', label: 'Value column', help: COLUMN_HELP },
      ignoreCaseField,
    ],
  },
  async validate({ path, separator, quotechar, check_interval }, { files }) {
    const errors: Record<string, readonly string[]> = {}
    const add = (field: string, texts: readonly string[]) => {
      if (texts.length > 0) errors[field] = texts
    }
    add('path', path === '' ? ['The path cannot be empty.'] : await files.check(path))
    add('separator', separator.length === 1 ? [] : ['The separator must be one character.'])
    add('quotechar', quotechar.length === 1 ? [] : ['The quote character must be one character.'])
    add('check_interval', check_interval >= 1 ? [] : ['Value cannot be smaller than 1'])
    return errors satisfies FieldErrors
  },
  start(config, { id, files, builds, clock }) {
    const ignoresCase = config.case_insensitive_lookup === true
    let table: SharedTable | undefined
    let loaded = ''
    let hasFailed = false
    return {
      kind: 'sharing',
      refreshEveryMs: Math.max(config.check_interval, 1) * 1000,
      async refresh(signal) {
        const path = await files.resolve(config.path)
        const before = await identityOf(path)
        if (before === loaded && !hasFailed) return 'unchanged'
        hasFailed = true
        const { separator, quotechar, key_column, value_column } = config
        const input = { path, separator, quotechar, keyColumn: key_column, valueColumn: value_column, ignoresCase }
        const built = await builds.run(csvBuild, input, { userId: id, limitMs: BUILD_LIMIT_MS, signal })
        if ('problem' in built) throw new Error(built.problem)
        table = built.table
        hasFailed = false
        // A file that was written meanwhile is read again at the next check.
        loaded = (await identityOf(path)) === before ? before : `changed at ${clock.monotonicMs()}`
        return 'changed'
      },
      answers: () =>
        table && {
          kind: 'table',
          table,
          keys: ignoresCase ? 'ignore-case' : 'exact',
          values: 'text',
          absent: emptyResult(),
        },
      async [Symbol.asyncDispose]() {
        table = undefined
      },
    }
  },
})

/** Changes when the file is replaced or written. */
async function identityOf(path: string): Promise<string> {
  const { dev, ino, size, mtimeNs } = await stat(path, { bigint: true })
  return [dev, ino, size, mtimeNs].join(' ')
}
