/** Directories whose answers are invalid, or made to keep their reader busy. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type IdentityUnderTest, startIdentity } from '../../testing/start-identity.ts'
import { adBackend } from '../auth-services/testing/backend-drafts.ts'
import { startTestDirectory, type TestDirectory } from './testing/test-directory.ts'
import { adPerson } from './testing/test-people.ts'

const SERVICES = '/system/authentication/services'
const INVALID = 'the directory sent an invalid answer'

let server: IdentityUnderTest
let directory: TestDirectory
beforeEach(async () => {
  server = await startIdentity()
  directory = await startTestDirectory()
  directory.entries = [adPerson('ada'), adPerson('bob')]
})
afterEach(async () => {
  await server[Symbol.asyncDispose]()
  await directory[Symbol.asyncDispose]()
})

async function activate(): Promise<void> {
  const created = await server.call('POST', `${SERVICES}/backends`, { body: adBackend(directory.port) })
  const { id } = Object(created.body).backend
  await server.call('POST', `${SERVICES}/configuration`, { body: { active_backend: id } })
}

const signIn = async (username: string) => {
  const body = { username, password: `${username}-in-ad` }
  return (await server.call('POST', '/system/sessions', { as: '', body })).status
}

async function testedLogin(): Promise<unknown> {
  const body = {
    backend_configuration: adBackend(directory.port),
    user_login: { username: 'ada', password: 'ada-in-ad' },
  }
  return (await server.call('POST', `${SERVICES}/test/backend/login`, { body })).body
}

const ber = (tag: number, ...content: (Buffer | number)[]): Buffer => {
  const value = Buffer.concat(content.map((part) => (typeof part === 'number' ? Buffer.from([part]) : part)))
  return Buffer.concat([Buffer.from([tag, 0x82, value.length >> 8, value.length & 255]), value])
}
const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
/** An entry named "a" with these attributes. */
const entry = (id: number, attributes: string) =>
  ber(0x30, bytes('02 01'), id, ber(0x64, bytes(`04 01 61 ${attributes}`)))
const nested = (depth: number): Buffer => (depth === 0 ? Buffer.alloc(0) : ber(0x30, nested(depth - 1)))

const invalidAnswers: readonly { readonly part: string; readonly answer: (id: number) => Buffer }[] = [
  { part: 'set of values', answer: (id) => entry(id, '30 0a 30 08 04 01 62 31 7f') },
  { part: 'list of attributes', answer: (id) => entry(id, '30 7f 30 05 04 01 62 31 00') },
  { part: 'value', answer: (id) => entry(id, '30 0a 30 08 04 01 62 31 03 04 7f 78') },
  { part: 'value that is cut off', answer: (id) => entry(id, '30 08 30 06 04 01 62 31 01 04') },
  { part: 'length of four bytes', answer: (id) => entry(id, '30 84 ff ff ff ff') },
  { part: 'indefinite length', answer: (id) => entry(id, '30 80 30 05 04 01 62 31 00') },
  { part: 'message of 2 GB', answer: () => bytes('30 84 7f ff ff ff') },
  { part: 'depth', answer: (id) => ber(0x30, bytes('02 01'), id, ber(0x64, nested(5000))) },
]

test('answers with invalid lengths are refused at once, in words', async () => {
  await activate()
  for (const { part, answer } of invalidAnswers) {
    directory.searchAnswer = answer
    expect(await signIn('ada'), part).toBe(503)
    expect(await testedLogin(), part).toMatchObject({ success: false, errors: [INVALID] })
  }
  expect(server.logged().split(INVALID)).toHaveLength(invalidAnswers.length + 1)
  directory.searchAnswer = undefined
  expect(await signIn('ada')).toBe(200)
  expect(server.logged()).not.toMatch(/thread ended|ada-in-ad/)
})

/** Each part ends within its parent, but the attribute is a text. The library takes it for a sequence, and never finishes. */
const endlessEntry = (id: number) => entry(id, '30 07 04 05 04 01 62 31 7f')

test('an answer that its reader never finishes ends the thread of that directory only', async () => {
  await activate()
  expect(await signIn('bob')).toBe(200)
  directory.searchAnswer = endlessEntry
  let isOver = false
  const refused = Promise.all([signIn('ada'), testedLogin()]).finally(() => {
    isOver = true
  })
  // The watch of threads uses the clock of the server.
  await expect
    .poll(
      async () => {
        server.clock.advance(250)
        expect((await server.call('GET', '/users/bob')).status).toBe(200)
        return isOver
      },
      { timeout: 60_000, interval: 50 },
    )
    .toBe(true)
  const reason = /the client of the directory was ended: it (?:needed more than 256 MB|did not answer for 5 seconds)/
  expect(await refused).toEqual([
    503,
    expect.objectContaining({ success: false, errors: [expect.stringMatching(reason)] }),
  ])
  expect(server.logged()).toMatch(reason)
  expect(server.logged()).not.toContain('ada-in-ad')

  directory.searchAnswer = undefined
  server.clock.advance(1001)
  expect(await signIn('ada')).toBe(200)
})
