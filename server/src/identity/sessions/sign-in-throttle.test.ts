import { expect, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { fixedClock } from '../../testing/fixed-clock.ts'
import { createSignInThrottle } from '../passwords/sign-in-throttle.ts'

function throttleUnderTest() {
  const clock = fixedClock('2026-03-01T09:00:00Z')
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const throttle = createSignInThrottle({ clock, log })
  const isLetIn = (name: string, address: string) => {
    try {
      throttle.begin(name, address).abandoned()
      return true
    } catch {
      return false
    }
  }
  /** How many of `count` guesses were checked. */
  const guess = (name: string, address: string, count: number) => {
    let looked = 0
    for (let at = 0; at < count; at += 1) {
      if (!isLetIn(name, address)) continue
      throttle.begin(name, address).failed()
      looked += 1
    }
    return looked
  }
  return { throttle, clock, lines, isLetIn, guess }
}

test('after five wrong passwords a name has to wait at that address, longer after each failure', () => {
  const { clock, isLetIn, guess } = throttleUnderTest()
  expect(guess('bob', '10.0.0.1', 100)).toBe(5)
  clock.advance(999)
  expect(isLetIn('bob', '10.0.0.1')).toBe(false)
  clock.advance(1)
  expect(guess('bob', '10.0.0.1', 100)).toBe(1)
  clock.advance(1000)
  expect(isLetIn('bob', '10.0.0.1')).toBe(false)
  clock.advance(1000)
  expect(isLetIn('bob', '10.0.0.1')).toBe(true)
})

test('the longest wait is a minute', () => {
  const { clock, isLetIn, guess } = throttleUnderTest()
  for (let hour = 0; hour < 60; hour += 1) {
    guess('bob', '10.0.0.1', 1)
    clock.advance(60_000)
    expect(isLetIn('bob', '10.0.0.1')).toBe(true)
  }
})

test('the same user can still sign in from other addresses, and other users from the same one', () => {
  const { isLetIn, guess } = throttleUnderTest()
  guess('bob', '10.0.0.1', 1000)
  expect(isLetIn('bob', '10.0.0.2')).toBe(true)
  expect(isLetIn('ada', '10.0.0.1')).toBe(true)
})

test('an address that tries many names is throttled, except for users that have signed in there before', () => {
  const { throttle, clock, isLetIn, guess } = throttleUnderTest()
  throttle.begin('ada', '10.0.0.1').succeeded()
  let looked = 0
  for (let name = 0; name < 200; name += 1) looked += guess(`user-${name}`, '10.0.0.1', 1)
  expect(looked).toBe(30)
  expect(isLetIn('carol', '10.0.0.1')).toBe(false)
  expect(isLetIn('ada', '10.0.0.1')).toBe(true)
  expect(isLetIn('carol', '10.0.0.2')).toBe(true)
  clock.advance(2000)
  expect(isLetIn('carol', '10.0.0.1')).toBe(true)
})

test('the IPv6 addresses of one network are one address', () => {
  const { isLetIn, guess } = throttleUnderTest()
  let looked = 0
  for (let host = 1; host <= 50; host += 1) looked += guess('bob', `2001:db8:1:2::${host}`, 10)
  expect(looked).toBe(5)
  expect(isLetIn('bob', '2001:db8:1:3::1')).toBe(true)
})

test('a name that is guessed from many addresses gets fewer attempts at each', () => {
  const { guess } = throttleUnderTest()
  for (let host = 0; host < 5; host += 1) expect(guess('bob', `10.0.1.${host}`, 100)).toBe(host < 4 ? 5 : 2)
})

test('a successful sign-in resets the failures', () => {
  const { throttle, guess } = throttleUnderTest()
  guess('bob', '10.0.0.1', 4)
  throttle.begin('bob', '10.0.0.1').succeeded()
  expect(guess('bob', '10.0.0.1', 100)).toBe(5)
})

test('concurrent attempts are counted before they end', () => {
  const { throttle } = throttleUnderTest()
  const underway = Array.from({ length: 5 }, () => throttle.begin('bob', '10.0.0.1'))
  expect(() => throttle.begin('bob', '10.0.0.1')).toThrow('Too many failed sign-ins')
  for (const attempt of underway) attempt.abandoned()
  throttle.begin('bob', '10.0.0.1').succeeded()
})

test('a burst is logged once, with the address and without the name', () => {
  const { clock, lines, guess } = throttleUnderTest()
  guess('my-password-in-the-wrong-box', '10.0.0.1', 1000)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('10.0.0.1')
  expect(lines[0]).not.toContain('my-password')
  clock.advance(61_000)
  guess('bob', '10.0.0.1', 1000)
  expect(lines).toHaveLength(2)
})
