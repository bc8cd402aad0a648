import { expect, test } from 'vitest'
import { createBlockBuilder, readBlock } from '../../ingest/journal/journal-block.ts'
import { openJournal } from '../../ingest/journal/lmdb-journal.ts'
import type { CreatedPlaces } from '../../pipelines/evaluation/evaluation-environment.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import type { PendingLookup } from '../../platform/pending-lookup.ts'
import type { Message } from '../../store/messages/message.ts'
import { numberedMessage, testOrigin } from '../../testing/journal-messages.ts'
import { testSettings } from '../../testing/processing-settings.ts'
import { readRows } from '../../testing/read-rows.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { testBlockProcessor } from '../../testing/test-block-processor.ts'
import type { BlockResult } from './block-result.ts'
import { type Outcome, type StepType, stepType } from './processor.ts'

const CLASS = 'test.Processor'

/** A block processor whose only message processor has these steps. */
function processorOf(...steps: readonly (TestStep | StepType)[]) {
  const types = steps.map((step) =>
    typeof step === 'function'
      ? stepType(
          [],
          (_, { places }) =>
            (message) =>
              step(message, copier(places)),
        )
      : step,
  )
  const processor = testBlockProcessor({ processors: [{ className: CLASS, steps: types }] })
  processor.configure(testSettings({ processors: [CLASS] }))
  return processor
}

function taskOf(texts: readonly string[], sequence = 1) {
  const builder = createBlockBuilder(0)
  for (const text of texts) builder.add(testOrigin, { ...numberedMessage(0), payload: Buffer.from(text) })
  return { sequence, firstOffset: sequence * 100, bytes: builder.finish(), skips: [] }
}

const rowsOf = ({ rows }: BlockResult) =>
  readRows(rows).map((row) => ({ id: String(row.get('id')), text: String(row.get('message')) }))
const textsOf = (result: BlockResult) => rowsOf(result).map(({ text }) => text)

type Copy = (message: Message, text: string) => Message
type TestStep = (message: Message, copyOf: Copy) => Outcome

const copier =
  (places: CreatedPlaces): Copy =>
  (message, text) => {
    const place = places.next()
    if (place === undefined) throw new Error('no place is left')
    return { ...message, message: text, fields: new Map(message.fields), place }
  }

/** Values by text; each miss is noted and resolved by one call. */
function createLookup(values: ReadonlyMap<string, string>) {
  const cache = new Map<string, string>()
  const resolved: string[][] = []
  let missing: string[] = []
  const lookup: PendingLookup = {
    async resolve() {
      resolved.push(missing)
      for (const key of missing) cache.set(key, values.get(key) ?? '')
      missing = []
    },
  }
  const find = (key: string) => {
    const value = cache.get(key)
    if (value === undefined) missing.push(key)
    return value
  }
  return { lookup, find, resolved }
}

test('a dropped message is not stored and later steps do not see it', async () => {
  const seen: string[] = []
  const processor = processorOf(
    ({ message }) => (message.startsWith('noise') ? 'drop' : 'keep'),
    ({ message }) => {
      seen.push(message)
      return 'keep'
    },
  )
  const result = await processor.process(taskOf(['noise 1', 'signal', 'noise 2']))
  expect(textsOf(result)).toEqual(['signal'])
  expect(seen).toEqual(['signal'])
  expect(result).toMatchObject({ messages: 1, droppedMessages: 2, failureCount: 0 })
})

test('created messages run the later steps and get ids of their own, which a replay of the journal repeats', async () => {
  await using folder = await temporaryFolder()
  const splitTwice = () =>
    processorOf(
      (message, copyOf) => [message, copyOf(message, `${message.message} a`), copyOf(message, `${message.message} b`)],
      (message, copyOf) => (message.message.endsWith('b') ? [copyOf(message, `${message.message} c`)] : 'keep'),
    )
  const storedFromJournal = async () => {
    await using journal = openJournal({ folder: folder.path, clock: systemClock, log: createLog('off') })
    if (journal.figures().uncommittedEntries === 0) {
      for (const text of ['one', 'two'])
        journal.append(testOrigin, { ...numberedMessage(0), payload: Buffer.from(text) })
      await journal.flushed()
    }
    const [block] = await journal.read(0, 1, AbortSignal.timeout(5000))
    if (block === undefined) throw new Error('nothing was appended')
    expect([...readBlock(block.bytes)].length).toBe(2)
    const { firstOffset, bytes } = block
    return rowsOf(await splitTwice().process({ sequence: 1, firstOffset, bytes, skips: [] }))
  }
  const first = await storedFromJournal()
  expect(first.map(({ text }) => text)).toEqual(['one', 'one a', 'one b c', 'two', 'two a', 'two b c'])
  expect(new Set(first.map(({ id }) => id)).size).toBe(6)
  expect(await storedFromJournal()).toEqual(first)
})

test('messages that wait do not hold up the others, and one call resolves all of their keys', async () => {
  const { lookup, find, resolved } = createLookup(
    new Map([
      ['one', 'eins'],
      ['two', 'zwei'],
    ]),
  )
  const runs: string[] = []
  const processor = processorOf(
    ({ message }) => {
      runs.push(message)
      return 'keep'
    },
    (message) => {
      if (message.message === 'plain') return 'keep'
      const value = find(message.message)
      if (value === undefined) return lookup
      message.message = value
      return 'keep'
    },
  )
  const result = await processor.process(taskOf(['one', 'plain', 'two', 'one']))
  expect(textsOf(result)).toEqual(['plain', 'eins', 'zwei', 'eins'])
  expect(resolved).toEqual([['one', 'two', 'one']])
  // Messages continue with the step that missed: the step before it runs once.
  expect(runs).toEqual(['one', 'plain', 'two', 'one'])
})

test('ids of created messages do not depend on whether a value was cached', async () => {
  const run = async (isCached: boolean) => {
    const { lookup, find } = createLookup(new Map())
    if (isCached) {
      find('x')
      await lookup.resolve(AbortSignal.timeout(1000))
    }
    const processor = processorOf(
      (message, copyOf) => [copyOf(message, 'first'), copyOf(message, 'second')],
      ({ message }) => (message === 'first' && find('x') === undefined ? lookup : 'keep'),
      (message, copyOf) => [message, copyOf(message, `child of ${message.message}`)],
    )
    return rowsOf(await processor.process(taskOf(['raw'])))
  }
  const cached = await run(true)
  expect(cached.map(({ text }) => text)).toEqual(['first', 'child of first', 'second', 'child of second'])
  expect(await run(false)).toEqual(cached)
})

test('the next block is processed while messages of another one wait', async () => {
  const { promise: answer, resolve: respond } = Promise.withResolvers<void>()
  let isResolved = false
  const lookup: PendingLookup = {
    async resolve() {
      await answer
      isResolved = true
    },
  }
  const processor = processorOf((message) => {
    message.fields.set('late', 1)
    return message.message === 'slow' && !isResolved ? lookup : 'keep'
  })
  const slow = processor.process(taskOf(['slow'], 1))
  const next = processor.process(taskOf(['next'], 2))
  if (next instanceof Promise) throw new Error('the next block waits')
  expect(textsOf(next)).toEqual(['next'])
  const reported = { index: 'logyard_0', field: 'late', forms: expect.any(Number), first: expect.any(Number) }
  expect(next.seenFields.fields).toEqual([reported])
  respond()
  const result = await slow
  expect([result.sequence, textsOf(result)]).toEqual([1, ['slow']])
  // This block is stored first, so it reports the field as well, although the other one has seen it before.
  expect(result.seenFields.fields).toEqual([reported])
})

test.each([
  { name: 'a lookup that fails', resolve: () => Promise.reject(new Error('no answer')), detail: 'Error: no answer' },
  { name: 'a lookup that never has a value', resolve: async () => undefined, detail: 'Not resolved in 100 rounds' },
])('$name makes a failure of its message only', async ({ resolve, detail }) => {
  const processor = processorOf(({ message }) => (message === 'waits' ? { resolve } : 'keep'))
  const result = await processor.process(taskOf(['before', 'waits', 'after']))
  expect(textsOf(result)).toEqual(['before', 'after'])
  expect(result).toMatchObject({ failureCount: 1, failures: [{ reason: 'lookup-failed', offset: 101, detail }] })
})

test('a raw message, and a block, have a limited number of places for created messages', async () => {
  const given: number[] = []
  const all = stepType([], (_, { places }) => () => {
    let count = 0
    while (places.next() !== undefined) count += 1
    given.push(count)
    return 'keep'
  })
  await processorOf(all).process(taskOf(Array.from({ length: 21 }, (_, at) => `raw ${at}`)))
  expect(given).toEqual([...Array(20).fill(10_000), 0])
})

test('a block has a limited room for what rules add to its messages', async () => {
  let given = 0
  const all = stepType([], (_, { takeRoom }) => () => {
    while (takeRoom(2 ** 20)) given += 1
    return 'keep'
  })
  const task = taskOf(['a', 'b'])
  const processor = processorOf(all)
  await processor.process(task)
  expect(given).toBe(128)
  await processor.process(taskOf(['c']))
  expect(given).toBe(256)
})

test('places that a step takes back are given again', async () => {
  const twice = stepType([], (_, { places }) => () => {
    const mark = places.mark()
    const first = places.next()
    places.reset(mark)
    expect(places.next()).toBe(first)
    return 'keep'
  })
  expect(await processorOf(twice).process(taskOf(['raw']))).toMatchObject({ messages: 1 })
})

test('a message that is in no stream is not stored', async () => {
  const processor = processorOf((message) => {
    if (message.message === 'nowhere') message.streams = []
    return 'keep'
  })
  const result = await processor.process(taskOf(['nowhere', 'somewhere']))
  expect(textsOf(result)).toEqual(['somewhere'])
  expect(result).toMatchObject({ messages: 1, droppedMessages: 1 })
})

test('a rotation compiles no step again, and a change of a section only those that read it', () => {
  const compiled: string[] = []
  const counting = (name: string, section: 'routing' | 'staticFields') =>
    stepType([section], () => {
      compiled.push(name)
      return () => 'keep'
    })
  const processor = processorOf(counting('fields', 'staticFields'), counting('rules', 'routing'))
  expect(compiled.splice(0)).toEqual(['fields', 'rules'])
  const { targets } = testSettings({ indexTargets: { 'set-default': 'logyard_1' } })
  processor.configure({ targets })
  expect(compiled).toEqual([])
  processor.configure({ staticFields: { input: { env: 'prod' } } })
  expect(compiled).toEqual(['fields'])
})
