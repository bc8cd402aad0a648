import { expect, test } from 'vitest'
import { fixedClock } from '../../../testing/fixed-clock.ts'
import { createUnpackShare } from './unpack-share.ts'

const MEGABYTE = 1024 * 1024
const lasting = new AbortController().signal

test('an address waits when it has used its share, and others do not', async () => {
  const clock = fixedClock('2026-01-01T00:00:00Z')
  clock.advance(10_000)
  const share = createUnpackShare(clock)
  share.spend('10.0.0.1', 128 * MEGABYTE)
  await share.free('10.0.0.1', lasting)
  share.spend('10.0.0.1', 64 * MEGABYTE)
  let isFree = false
  const waiting = share.free('10.0.0.1', lasting).then(() => {
    isFree = true
  })
  await share.free('10.0.0.2', lasting)
  clock.advance(999)
  await Promise.resolve()
  expect(isFree).toBe(false)
  clock.advance(1)
  await waiting
})
