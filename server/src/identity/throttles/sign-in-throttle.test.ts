import { expect, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { temporarySettings } from '../../testing/temporary-settings.ts'
import { failedPairCollection } from './failed-pairs.ts'
import { createSharedBudgets, spentBudgetCollection } from './shared-budgets.ts'
import { createSignInThrottle } from './sign-in-throttle.ts'

/** The throttles of so many nodes on one store. */
async function throttlesUnderTest(nodes: number) {
  const clock = fixedClock('2026-03-01T09:00:00Z')
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const owned = new AsyncDisposableStack()
  const { settings } = owned.use(await temporarySettings())
  let commits = 0
  const counted = () => {
    commits += 1
  }
  for (const name of ['failed_sign_ins', 'spent_budgets']) settings.onChange(name, counted)
  const throttles = Array.from({ length: nodes }, () => {
    const budgets = owned.use(createSharedBudgets({ settings, clock, log }))
    return owned.use(createSignInThrottle({ settings, budgets, clock, log }))
  })
  let calls = 0
  /** Attempts go to one node after the other. */
  const begin = async (name: string, address: string) => {
    calls += 1
    const throttle = throttles[calls % nodes]
    if (throttle === undefined) throw new Error('there is no node')
    return throttle.begin(name, address)
  }
  const isLetIn = async (name: string, address: string) => {
    try {
      const attempt = await begin(name, address)
      await attempt.abandoned()
      return true
    } catch {
      return false
    }
  }
  /** How many of `count` guesses were checked. */
  const guess = async (name: string, address: string, count: number) => {
    let looked = 0
    for (let at = 0; at < count; at += 1) {
      const attempt = await begin(name, address).catch(() => undefined)
      await attempt?.failed()
      looked += attempt === undefined ? 0 : 1
    }
    return looked
  }
  const succeed = async (name: string, address: string) => (await begin(name, address)).succeeded()
  return {
    clock,
    lines,
    begin,
    isLetIn,
    guess,
    succeed,
    commits: () => commits,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const NODES = [1, 3]

test.each(NODES)(
  'after five wrong passwords a name has to wait at that address, longer after each failure (%s nodes)',
  async (nodes) => {
    await using shared = await throttlesUnderTest(nodes)
    const { clock, isLetIn, guess } = shared
    expect(await guess('bob', '10.0.0.1', 100)).toBe(5)
    clock.advance(999)
    expect(await isLetIn('bob', '10.0.0.1')).toBe(false)
    clock.advance(1)
    expect(await guess('bob', '10.0.0.1', 100)).toBe(1)
    clock.advance(1000)
    expect(await isLetIn('bob', '10.0.0.1')).toBe(false)
    clock.advance(1000)
    expect(await isLetIn('bob', '10.0.0.1')).toBe(true)
  },
)

test.each(NODES)('the longest wait is a minute (%s nodes)', async (nodes) => {
  await using shared = await throttlesUnderTest(nodes)
  const { clock, isLetIn, guess } = shared
  for (let hour = 0; hour < 60; hour += 1) {
    await guess('bob', '10.0.0.1', 1)
    clock.advance(60_000)
    expect(await isLetIn('bob', '10.0.0.1')).toBe(true)
  }
})

test.each(NODES)(
  'the same user can still sign in from other addresses, and other users from the same one (%s nodes)',
  async (nodes) => {
    await using shared = await throttlesUnderTest(nodes)
    const { isLetIn, guess } = shared
    await guess('bob', '10.0.0.1', 1000)
    expect(await isLetIn('bob', '10.0.0.2')).toBe(true)
    expect(await isLetIn('ada', '10.0.0.1')).toBe(true)
  },
)

test('an address that tries many names is throttled, except for users that have signed in there before', async () => {
  await using shared = await throttlesUnderTest(1)
  const { succeed, clock, isLetIn, guess } = shared
  await succeed('ada', '10.0.0.1')
  let looked = 0
  for (let name = 0; name < 200; name += 1) looked += await guess(`user-${name}`, '10.0.0.1', 1)
  expect(looked).toBe(30)
  expect(await isLetIn('carol', '10.0.0.1')).toBe(false)
  expect(await isLetIn('ada', '10.0.0.1')).toBe(true)
  expect(await isLetIn('carol', '10.0.0.2')).toBe(true)
  clock.advance(2000)
  expect(await isLetIn('carol', '10.0.0.1')).toBe(true)
})

test.each(NODES)('the IPv6 addresses of one network are one address (%s nodes)', async (nodes) => {
  await using shared = await throttlesUnderTest(nodes)
  const { isLetIn, guess } = shared
  let looked = 0
  for (let host = 1; host <= 50; host += 1) looked += await guess('bob', `2001:db8:1:2::${host}`, 10)
  expect(looked).toBe(5)
  expect(await isLetIn('bob', '2001:db8:1:3::1')).toBe(true)
})

test.each(NODES)('a name that is guessed from many addresses gets fewer attempts at each (%s nodes)', async (nodes) => {
  await using shared = await throttlesUnderTest(nodes)
  const { guess } = shared
  for (let host = 0; host < 5; host += 1) expect(await guess('bob', `10.0.1.${host}`, 100)).toBe(host < 4 ? 5 : 2)
})

test.each(NODES)('a successful sign-in resets the failures (%s nodes)', async (nodes) => {
  await using shared = await throttlesUnderTest(nodes)
  const { succeed, guess } = shared
  await guess('bob', '10.0.0.1', 4)
  await succeed('bob', '10.0.0.1')
  expect(await guess('bob', '10.0.0.1', 100)).toBe(5)
})

test('concurrent attempts are counted before they end', async () => {
  await using shared = await throttlesUnderTest(1)
  const { begin, succeed } = shared
  const underway = await Promise.all(Array.from({ length: 5 }, () => begin('bob', '10.0.0.1')))
  await expect(begin('bob', '10.0.0.1')).rejects.toThrow('Too many failed sign-ins')
  for (const attempt of underway) await attempt.abandoned()
  await succeed('bob', '10.0.0.1')
})

test('a burst is logged once, with the address and without the name', async () => {
  await using shared = await throttlesUnderTest(1)
  const { clock, lines, guess } = shared
  await guess('my-password-in-the-wrong-box', '10.0.0.1', 1000)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('10.0.0.1')
  expect(lines[0]).not.toContain('my-password')
  clock.advance(61_000)
  await guess('bob', '10.0.0.1', 1000)
  expect(lines).toHaveLength(2)
})

test('attempts at all nodes in the same moment give one more guess, not one at each node', async () => {
  await using shared = await throttlesUnderTest(3)
  const { clock, begin, guess } = shared
  expect(await guess('bob', '10.0.0.1', 20)).toBe(5)
  clock.advance(1000)
  const tries = await Promise.allSettled(Array.from({ length: 9 }, () => begin('bob', '10.0.0.1')))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('an address gets the budget of one node over all nodes, and what each of them does not store', async () => {
  await using shared = await throttlesUnderTest(3)
  const { clock, guess } = shared
  const looked = async () => {
    let count = 0
    for (let name = 0; name < 100; name += 1) count += await guess(`user-${clock.monotonicMs()}-${name}`, '10.0.0.1', 1)
    return count
  }
  const first = await looked()
  expect(first).toBeGreaterThanOrEqual(30)
  expect(first).toBeLessThanOrEqual(50)
  clock.advance(60_000)
  expect(await looked()).toBeLessThanOrEqual(30)
})

test('good sign-ins write nothing; while an address is misused, each node learns who has signed in there', async () => {
  await using shared = await throttlesUnderTest(3)
  const { succeed, guess, isLetIn, commits } = shared
  for (let count = 0; count < 9; count += 1) await succeed('ada', '10.0.0.1')
  expect(commits()).toBe(0)
  for (let name = 0; name < 28; name += 1) await guess(`user-${name}`, '10.0.0.1', 1)
  await succeed('ada', '10.0.0.1')
  for (let name = 100; name < 200; name += 1) await guess(`user-${name}`, '10.0.0.1', 1)
  for (let node = 0; node < 3; node += 1) {
    expect(await isLetIn('carol', '10.0.0.1')).toBe(false)
    expect(await isLetIn('ada', '10.0.0.1')).toBe(true)
  }
})

test('what is stored has neither names nor addresses, and is purged when it is over', async () => {
  await using temporary = await temporarySettings()
  const clock = fixedClock('2026-03-01T09:00:00Z')
  const log = createLog('fatal')
  const budgets = createSharedBudgets({ settings: temporary.settings, clock, log })
  using throttle = createSignInThrottle({ settings: temporary.settings, budgets, clock, log })
  for (let name = 0; name < 20; name += 1) await (await throttle.begin(`user-${name}`, '10.0.0.1')).failed()
  await budgets[Symbol.asyncDispose]()
  const stored = async () => [
    ...(await temporary.settings.collection(failedPairCollection).list()),
    ...(await temporary.settings.collection(spentBudgetCollection).list()),
  ]
  expect(await stored()).toHaveLength(21)
  expect(JSON.stringify(await stored())).not.toMatch(/user-|10\.0/)
  clock.advance(16 * 60_000)
  await throttle.purge()
  await budgets.purge()
  expect(await stored()).toEqual([])
})
