import { expect, test } from 'vitest'
import { mergeThroughput } from './merge-throughput.ts'

const minute = (time: string, input: number) => ({ at: `2026-03-01T${time}.000Z`, input, output: 2 * input })

test('minutes of all nodes are summed, also those that only some of them have', () => {
  const own = { minutes: [minute('09:01:07', 1), minute('09:02:07', 2)] }
  const other = { minutes: [minute('09:00:41', 5), minute('09:01:41', 10)] }
  expect(mergeThroughput(own, [null, other])).toEqual({
    minutes: [minute('09:00:00', 5), minute('09:01:00', 11), minute('09:02:00', 2)],
  })
  expect(mergeThroughput(own, [null])).toEqual(own)
})
