import { expect, test } from 'vitest'
import { csvValues, readCsv, titleOfFile } from './csv-file.ts'

test.each([
  { csv: 'ip,office\n10.0.0.1,Berlin\n', separator: ',', key: 'ip', values: ['office'] },
  { csv: '\uFEFFip;office, old;floor\n', separator: ';', key: 'ip', values: ['office, old'] },
  { csv: 'value\tkey\n', separator: '\t', key: 'key', values: ['value'] },
  { csv: 'ip\n', separator: ',', key: 'ip', values: [] },
])('$csv has the key $key', ({ csv, separator, key, values }) => {
  expect(csvValues(csv, '')).toMatchObject({ separator, key_column: key, value_columns: values })
})

test('the first five rows are shown, and all are counted', () => {
  const csv = `ip,office,\n${Array.from({ length: 7 }, (_, at) => `10.0.0.${at},"Rome, ${at}",x\n`).join('')}`
  const { columns, rows, count } = readCsv(csv, ',')
  expect(columns).toEqual(['ip', 'office'])
  expect(rows).toHaveLength(5)
  expect(rows[1]).toMatchObject({ ip: '10.0.0.1', office: 'Rome, 1' })
  expect(count).toBe(7)
})

test('a file name becomes a title', () => {
  expect(titleOfFile('office_list-2026.csv')).toBe('Office list 2026')
})
