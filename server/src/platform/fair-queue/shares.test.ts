import { seededRandom } from '@logyard/codecs/testing/seeded-random'
import { expect, test } from 'vitest'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { rounds } from '../../testing/rounds.ts'
import { createShares } from './shares.ts'

const LONGEST_MS = 1000

/** Owners who always have work, of random durations, and the time that each had so far. */
function backloggedWorld(seed: number) {
  const { below } = seededRandom(seed)
  const clock = fixedClock('2026-01-01T00:00:00Z')
  const places = 1 + below(8)
  const shares = createShares({ clock, places, reservedPlaces: below(2) && places > 1 ? 1 : 0 })
  const owners: string[] = []
  const usedMs = new Map<string, number>()
  const running = new Set<{ readonly owner: string; readonly endMs: number; readonly part: Disposable }>()
  const longestOf = new Map<string, number>()

  function fill(): readonly string[] {
    const started: string[] = []
    for (;;) {
      const next = shares.next(owners.flatMap((owner) => ['x', 'y'].map((object) => ({ owner, object }))))
      if (next === undefined) return started
      const { owner } = next
      const endMs = clock.monotonicMs() + 1 + below(longestOf.get(owner) ?? LONGEST_MS)
      running.add({ owner, endMs, part: shares.start(next) })
      started.push(owner)
    }
  }

  return {
    below,
    places,
    usedMs,
    running,
    join(owner: string) {
      owners.push(owner)
      usedMs.set(owner, 0)
      longestOf.set(owner, 1 + below(LONGEST_MS))
    },
    /** Ends the items that end first, and starts others; returns the owners of those. */
    step(): readonly string[] {
      const started = fill()
      const endMs = Math.min(...[...running].map((run) => run.endMs))
      const passedMs = endMs - clock.monotonicMs()
      for (const { owner } of running) usedMs.set(owner, (usedMs.get(owner) ?? 0) + passedMs)
      clock.advance(passedMs)
      for (const run of running) {
        if (run.endMs > endMs) continue
        run.part[Symbol.dispose]()
        running.delete(run)
      }
      return [...started, ...fill()]
    },
  }
}

const seeds = Array.from({ length: rounds(60, 2000) }, (_, at) => at + 1)

test('owners who always have work get equal times, up to one item for each place', () => {
  for (const seed of seeds) {
    const world = backloggedWorld(seed)
    const count = 2 + world.below(5)
    for (let at = 0; at < count; at += 1) world.join(`owner ${at}`)
    for (let steps = 0; steps < 200; steps += 1) {
      world.step()
      const times = [...world.usedMs.values()]
      const allowedMs = world.places * LONGEST_MS
      expect(Math.max(...times) - Math.min(...times), `seed ${seed}`).toBeLessThanOrEqual(allowedMs)
    }
  }
})

test('a newcomer is next when a place becomes free, and gets no more than the others from then on', () => {
  for (const seed of seeds) {
    const world = backloggedWorld(seed)
    const count = 1 + world.below(4)
    for (let at = 0; at < count; at += 1) world.join(`owner ${at}`)
    for (let steps = 0; steps < 20 + world.below(100); steps += 1) world.step()
    const before = new Map(world.usedMs)
    world.join('newcomer')
    expect(world.step(), `seed ${seed}`).toContain('newcomer')
    for (let steps = 0; steps < 100; steps += 1) {
      world.step()
      const newMs = world.usedMs.get('newcomer') ?? 0
      for (const [owner, beforeMs] of before) {
        const meanwhileMs = (world.usedMs.get(owner) ?? 0) - beforeMs
        expect(newMs - meanwhileMs, `seed ${seed}`).toBeLessThanOrEqual((world.places + 1) * LONGEST_MS)
      }
    }
  }
})

const clock = fixedClock('2026-01-01T00:00:00Z')
const of = (owner: string, object = '') => ({ owner, object })

test('an owner gets a place beyond half of them only if nobody with less wants it', () => {
  const shares = createShares({ clock, places: 9 })
  for (const owner of ['ada', 'bob']) {
    for (let at = 0; at < 4; at += 1) shares.start(of(owner))
    clock.advance(10)
  }
  expect(shares.held('bob')).toBe(4)
  expect(shares.next([of('ada'), of('bob'), of('eve')])).toEqual(of('eve'))
  expect(shares.next([of('ada'), of('bob')])).toEqual(of('bob'))
  expect(shares.next([of('ada')])).toEqual(of('ada'))
})

test('an owner with many short items may not take more than half from one with few long ones', () => {
  const shares = createShares({ clock, places: 4 })
  const long = shares.start(of('bob'))
  clock.advance(60_000)
  shares.start(of('ada'))
  shares.start(of('ada'))
  expect(shares.next([of('ada'), of('bob')])).toEqual(of('bob'))
  long[Symbol.dispose]()
})

test('the objects of an owner take turns by their time; running time counts', () => {
  const shares = createShares({ clock, places: 4 })
  shares.start(of('ada', 'long'))
  clock.advance(10)
  shares.start(of('ada', 'short'))
  clock.advance(10)
  expect(shares.next([of('ada', 'long'), of('ada', 'short')])).toEqual(of('ada', 'short'))
  expect(shares.next([of('ada', 'long'), of('ada', 'short'), of('ada', 'new')])).toEqual(of('ada', 'new'))
})

test('a reserved place is left to owners that hold none, and a limit of one owner holds without others, too', () => {
  const shares = createShares({ clock, places: 3, reservedPlaces: 1, placesOfOwner: 2 })
  shares.start(of('ada'))
  const second = shares.start(of('ada'))
  expect(shares.next([of('ada')])).toBeUndefined()
  expect(shares.next([of('ada'), of('bob')])).toEqual(of('bob'))
  second[Symbol.dispose]()
  second[Symbol.dispose]()
  expect(shares.held('ada')).toBe(1)
  expect(shares.next([of('ada')])).toEqual(of('ada'))
})

test('items that take no time take turns', () => {
  const shares = createShares({ clock, places: 1 })
  const order: unknown[] = []
  const waiting = [of('ada', 'x'), of('ada', 'y'), of('bob', 'z')]
  for (let at = 0; at < 6; at += 1) {
    const next = shares.next(waiting)
    if (next === undefined) break
    order.push(next.object)
    shares.start(next)[Symbol.dispose]()
  }
  expect(order).toEqual(['x', 'z', 'y', 'z', 'x', 'z'])
})

test('time is remembered while others work, and forgotten when nobody does', () => {
  const shares = createShares({ clock, places: 2 })
  const long = shares.start(of('ada'))
  shares.start(of('bob'))
  clock.advance(100)
  long[Symbol.dispose]()
  clock.advance(50)
  // Ada comes back after Bob has used more.
  expect(shares.next([of('bob'), of('ada')])).toEqual(of('ada'))
  const other = createShares({ clock, places: 1 })
  const first = other.start(of('ada'))
  clock.advance(100)
  first[Symbol.dispose]()
  other.next([])
  expect(other.next([of('ada'), of('bob')])).toEqual(of('ada'))
})
