import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import { createIds } from '../../platform/ids.ts'
import { createPasswordHasher } from '../passwords/password-hasher.ts'

const hasher = createPasswordHasher({ ids: createIds(systemClock.now), clock: systemClock })

test('a hash verifies its own password and no other', async () => {
  const hash = await hasher.hash('correct horse')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(await hasher.verify(hash, 'correct horse')).toBe(true)
  expect(await hasher.verify(hash, 'correct horse ')).toBe(false)
  expect(await hasher.verify(hash, '')).toBe(false)
})

test('the same password hashes differently each time', async () => {
  expect(await hasher.hash('twice')).not.toBe(await hasher.hash('twice'))
})

test('composed and decomposed forms of a password are equal', async () => {
  expect(await hasher.verify(await hasher.hash('caf\u00e9'), 'cafe\u0301')).toBe(true)
})

test.each(['', 'x', '$2a$10$abcdefghijklmnopqrstuv'])('no password matches the invalid hash "%s"', async (hash) => {
  expect(await hasher.verify(hash, '')).toBe(false)
  expect(await hasher.verify(hash, hash)).toBe(false)
})

test('a hash with weaker parameters still verifies, and is reported as outdated', async () => {
  const salt = Buffer.alloc(16, 7)
  const parameters = { message: 'old', nonce: salt, parallelism: 1, tagLength: 32, memory: 4096, passes: 1 }
  const tag = argon2Sync('argon2id', parameters)
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  const old = `$argon2id$v=19$m=4096,t=1,p=1$${text(salt)}$${text(tag)}`
  expect(await hasher.verify(old, 'old')).toBe(true)
  expect(hasher.isOutdated(old)).toBe(true)
  expect(hasher.isOutdated(await hasher.hash('new'))).toBe(false)
})

test('the queue of checks is bounded; further checks are refused', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 200 }, () => hasher.verify('', 'guess')))
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refused).toHaveLength(200 - 2 - 64)
  expect(refused.every((reason) => reason instanceof LogyardError && reason.kind === 'overloaded')).toBe(true)
  expect(await hasher.verify(await hasher.hash('after'), 'after')).toBe(true)
})
