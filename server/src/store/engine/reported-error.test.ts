import { ClickHouseError } from '@clickhouse/client'
import { expect, test } from 'vitest'
import { reportedError } from './reported-error.ts'

test('an error of ClickHouse has its code, its type and its message, also behind the error of a cluster', () => {
  const plain = reportedError(
    'Code: 60. DB::Exception: Table default.x does not exist. (UNKNOWN_TABLE) (version 26.1)\n',
  )
  expect(plain).toBeInstanceOf(ClickHouseError)
  expect(plain).toMatchObject({ code: '60', type: 'UNKNOWN_TABLE', message: 'Table default.x does not exist. ' })
  const ofHost = 'Code: 57. DB::Exception: On [host:9000]: Code: 57. DB::Exception: Known. (TABLE_KNOWN). (TABLE_KNOWN)'
  expect(reportedError(ofHost)).toMatchObject({ code: '57', type: 'TABLE_KNOWN', message: 'Known. ' })
  expect(reportedError('Code: 999. DB::Exception: Keeper is away')).toMatchObject({ code: '999', type: undefined })
})

test('another text is no error of ClickHouse, and the log gets its beginning', () => {
  const error = reportedError(`<html>${'x'.repeat(100_000)}`)
  expect(error).not.toBeInstanceOf(ClickHouseError)
  expect(error.message).toHaveLength(1000)
})

test.each(['Code: 1Exception: (', 'Code: 1', 'Exception: ', '(AAAA', '(((('])(
  'an error with many times %j is parsed in linear time',
  (part) => {
    const text = `Code: 1. ${part.repeat(65_536 / part.length)}`
    const before = process.threadCpuUsage()
    reportedError(text)
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(500)
  },
)
