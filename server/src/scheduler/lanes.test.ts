import { expect, test } from 'vitest'
import { createHeap } from './heap.ts'
import { createLanes, type LaneTrigger, type TurnRules } from './lanes.ts'

const trigger = (owner: string, jobId: string, dueMs = 0, type = 'test'): LaneTrigger => ({
  id: `${owner} ${jobId} ${dueMs}`,
  type,
  jobId,
  owner,
  dueMs,
})

const ALL_FREE: TurnRules = { hasRoom: () => true, stateOf: () => 'free', choose: (_, [first]) => first }

function lanesOf(triggers: readonly LaneTrigger[]) {
  const current = new Set(triggers)
  const lanes = createLanes<LaneTrigger>((one) => current.has(one))
  for (const one of triggers) lanes.add(one)
  return { ...lanes, remove: (one: LaneTrigger) => void current.delete(one) }
}

test('a heap gives its elements in their order', () => {
  const heap = createHeap<number>((a, b) => a - b)
  const numbers = Array.from({ length: 200 }, (_, index) => (index * 7919) % 101)
  for (const number of numbers) heap.push(number)
  expect(Array.from(numbers, () => heap.pop())).toEqual([...numbers].sort((a, b) => a - b))
  expect([heap.pop(), heap.peek()]).toEqual([undefined, undefined])
})

test('the longest due trigger of a job is next, and one that is not due waits', () => {
  const lanes = lanesOf([trigger('ann', 'a', 30), trigger('ann', 'a', 10), trigger('ann', 'a', 20)])
  expect(lanes.waitMs(0)).toBe(10)
  expect([20, 20, 20].map((nowMs) => lanes.take(nowMs, ALL_FREE)?.dueMs)).toEqual([10, 20, undefined])
  expect(lanes.waitMs(20)).toBe(10)
})

test('between the jobs of an owner the one that used least time is next, whatever is due for longest', () => {
  const slow = Array.from({ length: 5 }, (_, index) => trigger('ann', 'slow', index))
  const fast = Array.from({ length: 5 }, (_, index) => trigger('ann', 'fast', 50 + index))
  const lanes = lanesOf([...slow, ...fast])
  const taken: (string | undefined)[] = []
  for (let turn = 0; turn < 8; turn += 1) {
    const next = lanes.take(100, ALL_FREE)
    if (next !== undefined) lanes.ended(next, next.jobId === 'slow' ? 1000 : 300)
    taken.push(next?.jobId)
  }
  expect(taken).toEqual(['slow', 'fast', 'fast', 'fast', 'fast', 'slow', 'fast', 'slow'])
})

test('a busy job is next after the end of its run, and a held one a second later', () => {
  const lanes = lanesOf([trigger('ann', 'a'), trigger('ann', 'a', 1), trigger('bob', 'a', 2), trigger('bob', 'b', 3)])
  let running = 0
  let isHeld = true
  const rules: TurnRules = {
    ...ALL_FREE,
    stateOf: ({ jobId }) => (jobId === 'b' && isHeld ? 'held' : jobId === 'a' && running > 0 ? 'busy' : 'free'),
  }
  const first = lanes.take(10, rules)
  running = 1
  expect([first?.owner, lanes.take(10, rules)]).toEqual(['ann', undefined])
  expect(lanes.waitMs(10)).toBe(1000)
  if (first !== undefined) lanes.ended(first, 5)
  running = 0
  expect([lanes.take(10, rules)?.jobId, lanes.take(10, rules)?.jobId]).toEqual(['a', 'a'])
  isHeld = false
  expect(lanes.take(1009, rules)).toBeUndefined()
  expect(lanes.take(1010, rules)?.jobId).toBe('b')
})

test('a trigger that changed meanwhile is left out', () => {
  const old = trigger('ann', 'a', 1)
  const lanes = lanesOf([old, trigger('ann', 'a', 2)])
  lanes.remove(old)
  expect(lanes.take(10, ALL_FREE)?.dueMs).toBe(2)
  expect(lanes.take(10, ALL_FREE)).toBeUndefined()
})

test('a turn costs little when 10,000 triggers of one job and 5,000 other jobs wait', () => {
  const backlog = Array.from({ length: 10_000 }, (_, index) => trigger('ann', 'notification', index, 'sending'))
  const jobs = Array.from({ length: 5000 }, (_, index) => trigger('ann', `definition ${index}`, index))
  const lanes = lanesOf([...backlog, ...jobs])
  expect(lanes.take(20_000, ALL_FREE)).toBeDefined()
  const before = process.threadCpuUsage()
  const turns = 2000
  for (let turn = 0; turn < turns; turn += 1) {
    const next = lanes.take(20_000, { ...ALL_FREE, hasRoom: (type) => (type === 'sending') === (turn % 2 === 0) })
    if (next !== undefined) lanes.ended(next, 10)
  }
  const { user, system } = process.threadCpuUsage(before)
  // It takes some microseconds; looking at each lane would take more than 500.
  expect((user + system) / turns).toBeLessThan(200)
})
