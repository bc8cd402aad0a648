/** `logyard login` and `logyard profiles` as processes, and what they leave in files. */
import { chmodSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { terminalTests } from '../testing/terminal-tests.ts'

const tests = terminalTests()
const NO_VARIABLES = { LOGYARD_URL: undefined, LOGYARD_TOKEN: undefined }
const address = () => tests.logyard.url.replace(/api$/, '')
const file = () => join(tests.terminal.home, '.config', 'logyard', 'profiles.json')

async function tokenOfUser(): Promise<string> {
  const { body } = await tests.logyard.call('POST', '/users/local:admin/tokens/another', { body: {} })
  return String(Object(body).token)
}

/** The token comes from a pipe, so that no command line has it. */
const signIn = (token: string, ...args: readonly string[]) =>
  tests.terminal
    .with({ ...NO_VARIABLES, TOKEN: token })
    .shell(`printf '%s\\n' "$TOKEN" | logyard login ${args.join(' ')}`).ended

test('a login is a file for its owner alone, whose token is never printed', async () => {
  const token = await tokenOfUser()
  const { code, output, errors } = await signIn(token, address(), '--profile', 'prod')
  expect({ code, output }).toEqual({ code: 0, output: '' })
  expect(errors).toContain('The profile prod is in')
  expect(errors).not.toContain(token)
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  expect(statSync(join(file(), '..')).mode & 0o777).toBe(0o700)
  const user = tests.terminal.with(NO_VARIABLES)
  const listed = await user.run('profiles')
  expect(listed).toEqual({ code: 0, output: `* prod  ${address()}\n`, errors: '' })
  expect((await user.run('search')).code).toBe(1)
  expect(await user.run('search', '--profile', 'other')).toMatchObject({
    code: 2,
    errors: expect.stringContaining('There is no profile other.'),
  })
})

test('a token that is typed is not shown', async () => {
  const token = await tokenOfUser()
  const user = tests.terminal.with({ ...NO_VARIABLES, SHELL: '/bin/bash' })
  const running = user.shell(`export -f logyard; script -qec 'logyard login ${address()}' /dev/null`)
  await expect.poll(running.output).toContain('Token: ')
  running.child.stdin?.write(`${token}\r`)
  await expect.poll(running.output).toContain('The profile default is in')
  running.child.stdin?.end()
  expect((await running.ended).output).not.toContain(token)
  expect(readFileSync(file(), 'utf8')).toContain(token)
})

test('a token that the server refuses is not stored, and neither is an address with a password', async () => {
  expect(await signIn('wrong', address())).toMatchObject({
    code: 2,
    errors: expect.stringContaining('does not accept'),
  })
  expect(await signIn('', address())).toMatchObject({ code: 2, errors: expect.stringContaining('empty') })
  const secret = await signIn('x', 'http://admin:pass@127.0.0.1:1/')
  expect(secret).toMatchObject({ code: 2, errors: expect.stringContaining('history') })
  expect(() => statSync(file())).toThrow('ENOENT')
})

test('a file that others can read is refused until it is theirs no more', async () => {
  await signIn(await tokenOfUser(), address())
  chmodSync(file(), 0o644)
  const user = tests.terminal.with(NO_VARIABLES)
  expect(await user.run('search')).toMatchObject({ code: 2, errors: expect.stringContaining('chmod 600') })
  chmodSync(file(), 0o600)
  expect((await user.run('search')).code).toBe(1)
})

test('the token of a profile is sent to no other server', async () => {
  await signIn(await tokenOfUser(), address())
  const elsewhere = tests.terminal.with({ LOGYARD_URL: 'http://127.0.0.1:1/', LOGYARD_TOKEN: undefined })
  expect(await elsewhere.run('search')).toMatchObject({
    code: 2,
    errors: expect.stringContaining('LOGYARD_URL is set, but LOGYARD_TOKEN is not.'),
  })
})

test('profiles are chosen and removed by name', async () => {
  const token = await tokenOfUser()
  await signIn(token, address(), '--profile', 'one')
  await signIn(token, address(), '--profile', 'two')
  const user = tests.terminal.with(NO_VARIABLES)
  expect((await user.run('profiles', 'use', 'one')).code).toBe(0)
  expect((await user.run('profiles')).output).toBe(`* one  ${address()}\n  two  ${address()}\n`)
  expect((await user.run('profiles', 'remove', 'one')).code).toBe(0)
  expect(Object.keys(JSON.parse(readFileSync(file(), 'utf8')).profiles)).toEqual(['two'])
  expect((await user.run('search')).errors).toContain('No server is known yet.')
  expect((await user.run('search', '--profile', 'two')).code).toBe(1)
  expect((await user.run('profiles', 'use', 'nope')).code).toBe(2)
})

test('help is printed for all and for each command', async () => {
  expect((await tests.terminal.run('help')).output).toContain('  search ')
  expect((await tests.terminal.run('search', '--help')).output).toContain('Usage: logyard search [QUERY] [OPTIONS]')
  expect((await tests.terminal.run('help', 'search')).output).toContain('--limit N')
})
