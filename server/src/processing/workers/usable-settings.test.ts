import { expect, test } from 'vitest'
import { testSettings } from '../../testing/processing-settings.ts'
import { createUsableSettings } from './usable-settings.ts'

const streamOf = (id: string, pattern: string) => ({
  id,
  matchingType: 'AND' as const,
  removeMatchesFromDefault: false,
  indexSetId: 'set-default',
  rules: [{ id: `${id}-rule`, field: 'message', type: 2, value: pattern, inverted: false }],
})
const slow = { kind: 'stream', id: 'slow' } as const
const withPattern = (pattern: string) => testSettings({ streams: [streamOf('slow', pattern), streamOf('fast', 'x')] })

function start() {
  let settings = withPattern('(a+)+$')
  const events: string[] = []
  const usable = createUsableSettings({
    settings: () => settings,
    onTimeout: ({ kind, id }) => events.push(`timeout of ${kind} ${id}`),
    onExcluded: ({ kind, id }, faults) => events.push(`${kind} ${id} excluded after ${faults}`),
  })
  return {
    usable,
    events,
    change: (next: typeof settings) => {
      settings = next
    },
    ids: () => usable.current().routing.map(({ id }) => id),
    timeOut: (times: number) => {
      for (let count = 0; count < times; count += 1) usable.timedOut(slow)
    },
  }
}

test('the third timeout excludes a stream, and all unchanged sections stay the same objects', () => {
  const { usable, events, ids, timeOut } = start()
  const before = usable.current()
  timeOut(2)
  expect(usable.current()).toBe(before)
  timeOut(1)
  expect(ids()).toEqual(['fast'])
  expect(events).toEqual([...Array(3).fill('timeout of stream slow'), 'stream slow excluded after 3'])
  const { routing, targets } = usable.current()
  expect(usable.current().routing).toBe(routing)
  expect(targets).toBe(before.targets)
})

test('a stream whose rules change is used again and has all its chances', () => {
  const { change, ids, timeOut } = start()
  timeOut(3)
  change(withPattern('a+$'))
  expect(ids()).toEqual(['slow', 'fast'])
  timeOut(2)
  expect(ids()).toEqual(['slow', 'fast'])
})

test('a stream that was paused and resumed is used again', () => {
  const { change, ids, timeOut } = start()
  timeOut(3)
  change(testSettings())
  expect(ids()).toEqual([])
  change(withPattern('(a+)+$'))
  expect(ids()).toEqual(['slow', 'fast'])
})

test('timeouts of a stream that is not running any more are ignored', () => {
  const { change, events, timeOut } = start()
  change(testSettings())
  timeOut(3)
  expect(events).toEqual([])
})
