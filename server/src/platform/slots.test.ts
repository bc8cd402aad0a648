import { expect, test } from 'vitest'
import { LogyardError } from './errors.ts'
import { createSlots } from './slots.ts'

/** Requests places for the groups in this order; returns the order in which they got them. */
async function turns(count: number, groups: readonly string[]): Promise<readonly string[]> {
  const slots = createSlots({ places: count, waiting: 100 })
  const signals = new Map(groups.map((group) => [group, new AbortController().signal]))
  const order: string[] = []
  await Promise.all(
    groups.map(async (group) => {
      using _slot = await slots.acquire({ user: 'ada', signal: signals.get(group) ?? AbortSignal.abort() })
      order.push(group)
      await Promise.resolve()
    }),
  )
  return order
}

test('each group gets a place in turn', async () => {
  expect(await turns(1, ['a', 'a', 'a', 'a', 'b', 'b', 'c'])).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a'])
})

test('a released place is free again', async () => {
  const slots = createSlots({ places: 1, waiting: 0 })
  const { signal } = new AbortController()
  const first = await slots.acquire({ user: 'ada', signal })
  await expect(slots.acquire({ user: 'ada', signal })).rejects.toMatchObject({ code: 'searches-waiting' })
  first[Symbol.dispose]()
  using _second = await slots.acquire({ user: 'ada', signal })
})

test('a cancelled request neither gets a place nor frees one', async () => {
  const slots = createSlots({ places: 1, waiting: 1 })
  const leaving = new AbortController()
  const staying = new AbortController()
  const first = await slots.acquire({ user: 'ada', signal: staying.signal })
  const gone = slots.acquire({ user: 'ada', signal: leaving.signal })
  leaving.abort(new Error('left'))
  await expect(gone).rejects.toThrow('left')
  const next = slots.acquire({ user: 'ada', signal: staying.signal })
  first[Symbol.dispose]()
  using _second = await next
  await expect(slots.acquire({ user: 'ada', signal: AbortSignal.abort(new Error('late')) })).rejects.toThrow('late')
})

test('the place of a cancelled holder is free when its statement has ended, and its user is not refused until then', async () => {
  const ended = Promise.withResolvers<void>()
  const refuseFullUser = () => new LogyardError('overloaded', 'exports-of-user-exhausted', 'full')
  const slots = createSlots({
    places: 3,
    placesOfUser: 1,
    waiting: 2,
    refuseFullUser,
    afterCancel: () => ended.promise,
  })
  const leaving = new AbortController()
  const first = await slots.acquire({ user: 'ada', signal: leaving.signal })
  leaving.abort()
  first[Symbol.dispose]()
  let hasPlace = false
  const second = slots.acquire({ user: 'ada', signal: new AbortController().signal }).then((slot) => {
    hasPlace = true
    return slot
  })
  using _other = await slots.acquire({ user: 'bob', signal: new AbortController().signal })
  expect(hasPlace).toBe(false)
  ended.resolve()
  using _second = await second
})
