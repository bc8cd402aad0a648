import { expect, test } from 'vitest'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { LogyardError } from '../errors.ts'
import { createFairQueue } from './fair-queue.ts'

const clock = fixedClock('2026-01-01T00:00:00Z')
const lasting = () => new AbortController().signal

/** Requests places for these objects in this order; returns the order in which they got them. */
async function turns(places: number, objects: readonly string[]): Promise<readonly string[]> {
  const queue = createFairQueue({ clock, places, waiting: 100 })
  const order: string[] = []
  await Promise.all(
    objects.map(async (object) => {
      using _place = await queue.acquire({ owner: 'ada', object, signal: lasting() })
      order.push(object)
      await Promise.resolve()
    }),
  )
  return order
}

test('each object gets a place in turn', async () => {
  expect(await turns(1, ['a', 'a', 'a', 'a', 'b', 'b', 'c'])).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a'])
})

test('the work of one signal belongs together, unless an object is named', async () => {
  const queue = createFairQueue({ clock, places: 1, waiting: 100 })
  const order: string[] = []
  const [one, other] = [lasting(), lasting()]
  await Promise.all(
    [one, one, other].map(async (signal) => {
      using _place = await queue.acquire({ owner: 'ada', signal })
      order.push(signal === one ? 'one' : 'other')
    }),
  )
  expect(order).toEqual(['one', 'other', 'one'])
})

test('a released place is free again, once', async () => {
  const queue = createFairQueue({ clock, places: 1, waiting: 0 })
  const turn = { owner: 'ada', signal: lasting() }
  const first = await queue.acquire(turn)
  await expect(queue.acquire(turn)).rejects.toMatchObject({ code: 'searches-waiting' })
  first[Symbol.dispose]()
  first[Symbol.dispose]()
  using _second = await queue.acquire(turn)
  await expect(queue.acquire(turn)).rejects.toMatchObject({ code: 'searches-waiting' })
})

test('the queue is bounded in all, for one owner, and by size', async () => {
  const refuse = () => new LogyardError('overloaded', 'too-many-runs', 'too many')
  const limits = { places: 1, waiting: 3, waitingOfOwner: 2, waitingSizeOfOwner: 10, refuse }
  const queue = createFairQueue({ clock, ...limits })
  const leaving = new AbortController()
  const acquire = (owner: string, size = 0) => queue.acquire({ owner, signal: leaving.signal, size })
  const refused = { code: 'too-many-runs' }
  using _held = await acquire('ada')
  const waiting = [acquire('ada', 10)]
  await expect(acquire('ada', 1)).rejects.toMatchObject(refused)
  waiting.push(acquire('ada', 0))
  await expect(acquire('ada')).rejects.toMatchObject(refused)
  // A single item may exceed the size.
  waiting.push(acquire('bob', 11))
  await expect(acquire('eve')).rejects.toMatchObject(refused)
  const outcomes = Promise.allSettled(waiting)
  leaving.abort(new Error('left'))
  for (const outcome of await outcomes) expect(outcome.status).toBe('rejected')
})

test('a cancelled request neither gets a place nor frees one', async () => {
  const queue = createFairQueue({ clock, places: 1, waiting: 1 })
  const leaving = new AbortController()
  const signal = lasting()
  const first = await queue.acquire({ owner: 'ada', signal })
  const gone = queue.acquire({ owner: 'ada', signal: leaving.signal })
  leaving.abort(new Error('left'))
  await expect(gone).rejects.toThrow('left')
  const next = queue.acquire({ owner: 'ada', signal })
  first[Symbol.dispose]()
  using _second = await next
  await expect(queue.acquire({ owner: 'ada', signal: AbortSignal.abort(new Error('late')) })).rejects.toThrow('late')
})

test('the place of a cancelled holder is free when its statement has ended, and its owner is not refused until then', async () => {
  const ended = Promise.withResolvers<void>()
  const refuseFullOwner = () => new LogyardError('overloaded', 'exports-of-user-exhausted', 'full')
  const limits = { places: 3, reservedPlaces: 1, placesOfOwner: 1, waiting: 2 }
  const queue = createFairQueue({ clock, ...limits, refuseFullOwner, afterCancel: () => ended.promise })
  const leaving = new AbortController()
  const first = await queue.acquire({ owner: 'ada', signal: leaving.signal })
  await expect(queue.acquire({ owner: 'ada', signal: lasting() })).rejects.toMatchObject({
    code: 'exports-of-user-exhausted',
  })
  leaving.abort()
  first[Symbol.dispose]()
  let hasPlace = false
  const second = queue.acquire({ owner: 'ada', signal: lasting() }).then((place) => {
    hasPlace = true
    return place
  })
  using _other = await queue.acquire({ owner: 'bob', signal: lasting() })
  expect(hasPlace).toBe(false)
  ended.resolve()
  using _second = await second
})
