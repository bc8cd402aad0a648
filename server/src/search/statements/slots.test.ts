import { expect, test } from 'vitest'
import { LogyardError } from '../../platform/errors.ts'
import { createSlots } from './slots.ts'

/** Takes places for the groups in this order, and answers in which order they got them. */
async function turns(count: number, groups: readonly string[]): Promise<readonly string[]> {
  const slots = createSlots({ places: count, waiting: 100 })
  const signals = new Map(groups.map((group) => [group, new AbortController().signal]))
  const order: string[] = []
  await Promise.all(
    groups.map(async (group) => {
      using _slot = await slots.take({ user: 'ada', signal: signals.get(group) ?? AbortSignal.abort() })
      order.push(group)
      await Promise.resolve()
    }),
  )
  return order
}

test('each group gets a place in turn', async () => {
  expect(await turns(1, ['a', 'a', 'a', 'a', 'b', 'b', 'c'])).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a'])
})

test('a place that nobody waits for is free again', async () => {
  const slots = createSlots({ places: 1, waiting: 0 })
  const { signal } = new AbortController()
  const first = await slots.take({ user: 'ada', signal })
  await expect(slots.take({ user: 'ada', signal })).rejects.toMatchObject({ code: 'searches-waiting' })
  first[Symbol.dispose]()
  using _second = await slots.take({ user: 'ada', signal })
})

test('who leaves the line does not get a place, and gives none away', async () => {
  const slots = createSlots({ places: 1, waiting: 1 })
  const leaving = new AbortController()
  const staying = new AbortController()
  const first = await slots.take({ user: 'ada', signal: staying.signal })
  const gone = slots.take({ user: 'ada', signal: leaving.signal })
  leaving.abort(new Error('left'))
  await expect(gone).rejects.toThrow('left')
  const next = slots.take({ user: 'ada', signal: staying.signal })
  first[Symbol.dispose]()
  using _second = await next
  await expect(slots.take({ user: 'ada', signal: AbortSignal.abort(new Error('late')) })).rejects.toThrow('late')
})

test('a place whose holder left early is free when its statement has ended, and its user is not refused meanwhile', async () => {
  const ended = Promise.withResolvers<void>()
  const refuseFullUser = () => new LogyardError('overloaded', 'exports-of-user-exhausted', 'full')
  const slots = createSlots({
    places: 3,
    placesOfUser: 1,
    waiting: 2,
    refuseFullUser,
    afterLeaving: () => ended.promise,
  })
  const leaving = new AbortController()
  const first = await slots.take({ user: 'ada', signal: leaving.signal })
  leaving.abort()
  first[Symbol.dispose]()
  let hasPlace = false
  const second = slots.take({ user: 'ada', signal: new AbortController().signal }).then((slot) => {
    hasPlace = true
    return slot
  })
  using _other = await slots.take({ user: 'bob', signal: new AbortController().signal })
  expect(hasPlace).toBe(false)
  ended.resolve()
  using _second = await second
})
