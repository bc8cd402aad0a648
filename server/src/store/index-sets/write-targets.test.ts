/** Two nodes on one settings store: neither closes an index that the other one may still write to. */
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { temporarySettings } from '../../testing/temporary-settings.ts'
import { openIndexSetStore } from './index-set-store.ts'
import { createIndexWriters } from './index-writers.ts'
import { createWriteTargets } from './write-targets.ts'

const SET = 'a-set'
const log = createLog('fatal')

async function startNodes() {
  const owned = new AsyncDisposableStack()
  onTestFinished(() => owned.disposeAsync())
  const { settings } = owned.use(await temporarySettings())
  const store = openIndexSetStore(settings)
  await store.writeIndices.put({ id: SET, index: 'web_0' })
  const running = ['one', 'two']
  const startNode = async (nodeId: string) => {
    const writers = owned.use(createIndexWriters({ settings, nodeId, runningNodes: async () => running }))
    return owned.use(await createWriteTargets({ store, writers, clock: systemClock, log }))
  }
  const [one, two] = [await startNode('one'), await startNode('two')]
  const isReleased = async () => {
    const soon = AbortSignal.timeout(300)
    return one.released('web_0', soon).then(
      () => true,
      () => false,
    )
  }
  const rotate = async () => {
    await store.writeIndices.put({ id: SET, index: 'web_1' })
    await one.reload()
  }
  return { one, two, running, isReleased, rotate, owned }
}

test('an index is released once the last rows of the other node are stored', async () => {
  const { two, isReleased, rotate } = await startNodes()
  const held = two.hold()
  await rotate()
  await expect.poll(() => two.of(SET)).toBe('web_1')
  expect(await isReleased()).toBe(false)
  held[Symbol.dispose]()
  await expect.poll(isReleased).toBe(true)
})

test('a node that has just started holds every index until it knows what it writes to', async () => {
  const { two, isReleased, rotate } = await startNodes()
  await rotate()
  expect(await isReleased()).toBe(false)
  using all = two.holdAll()
  using _held = two.hold()
  expect(await isReleased()).toBe(false)
  all[Symbol.dispose]()
  await expect.poll(isReleased).toBe(true)
})

test('a node that has not heard of the rotation holds the index, and one that has ended holds nothing', async () => {
  const { two, running, isReleased, rotate } = await startNodes()
  using _held = two.hold()
  two[Symbol.dispose]()
  await rotate()
  expect(await isReleased()).toBe(false)
  running.pop()
  expect(await isReleased()).toBe(true)
})
