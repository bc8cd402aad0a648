/** Two nodes on one settings store note fields and count unusual messages together. */
import { expect, onTestFinished, test } from 'vitest'
import { createMetrics } from '../metrics/metrics.ts'
import { createLog } from '../platform/log.ts'
import { fixedClock } from '../testing/fixed-clock.ts'
import { temporarySettings } from '../testing/temporary-settings.ts'
import { openFieldRegistry, stateCollection } from './field-registry.ts'
import { openUnusualMessages } from './unusual-messages.ts'

const log = createLog('fatal')
const never = { onChange: () => ({ [Symbol.dispose]: () => undefined }) }

async function settingsOfTest() {
  const owned = new AsyncDisposableStack()
  onTestFinished(() => owned.disposeAsync())
  return { owned, settings: owned.use(await temporarySettings()).settings }
}

test('a node learns the fields, and the forms of fields, that another one found', async () => {
  const { owned, settings } = await settingsOfTest()
  await settings.collection(stateCollection).put({ id: 'stored', read: true })
  const open = async () => owned.use(await openFieldRegistry({ settings, engine, indices, log }))
  const [one, two] = [await open(), await open()]
  const found = { index: 'graylog_0', field: 'user', first: 1, forms: 1 }
  await one.note([found])
  await expect.poll(() => two.types().names()).toEqual(['user'])
  // Neither node loses what the other one stored, also if both store at once.
  await Promise.all([one.note([{ ...found, forms: 2 }]), two.note([{ ...found, forms: 4 }])])
  await expect.poll(() => one.formsIn(['graylog_0']).get('user')).toEqual([7])
  await expect.poll(() => two.formsIn(['graylog_0']).get('user')).toEqual([7])
  const restarted = await open()
  expect(restarted.formsIn(['graylog_0']).get('user')).toEqual([7])
})

const indices = { ...never, exists: async () => true }
const engine = {
  ready: () => Promise.reject(new Error('there is no engine')),
  get client(): never {
    throw new Error('there is no engine')
  },
}

test('unusual messages of both nodes are counted together', async () => {
  const { owned, settings } = await settingsOfTest()
  const clock = fixedClock('2026-03-01T09:00:00Z')
  const owners = { stream: { ...never, exists: async () => true }, input: { ...never, exists: async () => true } }
  const open = async () =>
    owned.use(await openUnusualMessages({ settings, metrics: createMetrics(clock), clock, owners, log }))
  const [one, two] = [await open(), await open()]
  const unusual = (count: number) => ({
    ...({ kind: 'type-clash', field: 'user', indexSet: 'graylog', usualForm: 1, form: 2 } as const),
    ...{ inputId: 'input', streams: ['stream'], count, example: { index: 'graylog_0', id: 'message' } },
  })
  for (let round = 0; round < 3; round += 1) {
    one.add([unusual(2)])
    two.add([unusual(3)])
    clock.advance(5000)
    const total = (round + 1) * 5
    await expect
      .poll(() => [one.of('stream', 'stream').total, two.of('stream', 'stream').total])
      .toEqual([total, total])
  }
})
