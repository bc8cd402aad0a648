import { expect, test } from 'vitest'
import { insertMessages } from '../testing/message-table.ts'
import { at, pivotTests, totalsOf, values } from './testing/pivot-tests.ts'

const tests = pivotTests()
const { run } = tests

test('time ranges may overlap, and empty ones are included', async () => {
  await insertMessages(
    tests.engine,
    ['10:00:00.000', '10:04:00.000', '10:05:00.000'].map((time) => ({ at: at(time), fields: { a: 'x' } })),
  )
  const slice = (from: string, to: string) => ({ from: at(`${from}:00.000`), to: at(`${to}:00.000`) })
  const grouping = {
    type: 'date_range' as const,
    field: 'timestamp',
    ranges: [slice('09:50', '10:00'), slice('10:00', '10:05'), slice('10:03', '10:08'), { from: at('10:05:00.000') }],
    bucket_key: 'from' as const,
  }
  expect(totalsOf(await run({ row_groups: [grouping] }))).toEqual([
    [at('09:50:00.000'), 0],
    [at('10:00:00.000'), 2],
    [at('10:03:00.000'), 2],
    [at('10:05:00.000'), 1],
    ['', 3],
  ])
  const byTo = { ...grouping, bucket_key: 'to' as const }
  const nested = await run({ row_groups: [byTo, values('a')], rollup: false })
  expect(nested.rows?.map(({ key }) => key)).toEqual([
    [at('10:05:00.000'), 'x'],
    [at('10:08:00.000'), 'x'],
    ['*', 'x'],
  ])
})
