import { expect, test } from 'vitest'
import { createQueryQueue, type Lane } from './query-queue.ts'

function queueOf(limits: Partial<Parameters<typeof createQueryQueue>[0]> = {}) {
  const queue = createQueryQueue({ slots: 3, reservedPerLane: 1, maxWaiting: 2, ...limits })
  const turns: Disposable[] = []
  const started: string[] = []
  const ask = async (lane: Lane, name: string, signal = new AbortController().signal) => {
    const turn = await queue.turn(lane, signal)
    started.push(name)
    turns.push(turn)
  }
  return { queue, turns, started, ask }
}

test('queries never use the slot that is reserved for inserts', async () => {
  const { started, ask } = queueOf()
  const asked = [ask('query', 'q1'), ask('query', 'q2')]
  void ask('query', 'q3')
  asked.push(ask('insert', 'i1'))
  await Promise.all(asked)
  expect(started).toEqual(['q1', 'q2', 'i1'])
})

test('lanes alternate, and each is served in order of arrival', async () => {
  const { turns, started, ask } = queueOf({ slots: 1, reservedPerLane: 0, maxWaiting: 9 })
  const all = [ask('query', 'q1'), ask('query', 'q2'), ask('query', 'q3'), ask('insert', 'i1'), ask('insert', 'i2')]
  for (let at = 0; at < all.length; at += 1) {
    await expect.poll(() => turns.length).toBe(at + 1)
    turns[at]?.[Symbol.dispose]()
  }
  expect(started).toEqual(['q1', 'i1', 'q2', 'i2', 'q3'])
})

test('a query beyond the limit of the queue is refused with code 202', async () => {
  const { ask } = queueOf({ slots: 1, reservedPerLane: 0 })
  for (const name of ['q1', 'q2', 'q3']) void ask('query', name)
  await expect(ask('query', 'q4')).rejects.toMatchObject({ code: 202, status: 503 })
})

test('an aborted request frees its place in the queue, and a turn that is disposed twice counts once', async () => {
  const { queue, turns, started, ask } = queueOf({ slots: 1, reservedPerLane: 0 })
  await ask('query', 'q1')
  const leaving = new AbortController()
  const left = ask('query', 'left', leaving.signal)
  const next = ask('query', 'q2')
  leaving.abort()
  await expect(left).rejects.toThrow()
  turns[0]?.[Symbol.dispose]()
  turns[0]?.[Symbol.dispose]()
  await next
  expect(started).toEqual(['q1', 'q2'])
  expect(queue.runningCount).toBe(1)
})
