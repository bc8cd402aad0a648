/** The configuration of a running server as files, from the command line. */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../server/src/testing/free-port.ts'
import { ADMIN_PASSWORD, type ServerProcess, startServer } from '../../server/src/testing/server-process.ts'
import { config } from './config.ts'

let server: ServerProcess
let token: string
let folder: string

beforeAll(async () => {
  server = await startServer()
  folder = await mkdtemp(join(tmpdir(), 'logyard-config-'))
  const made = await call('POST', '/users/local:admin/tokens/config', {})
  token = Object(made).token
  await call('POST', '/system/grok', { name: 'ORDER', pattern: '[A-Z]{2}\\d+' })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

async function call(method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(new URL(`api${path}`, server.url), {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`,
      'content-type': 'application/json',
      'x-requested-by': 'tests',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  expect(answer.ok, `${method} ${path}`).toBe(true)
  return answer.json()
}

async function run(...args: string[]): Promise<{ readonly code: number | null; readonly output: string }> {
  const script = join(import.meta.dirname, '..', 'commands.ts')
  const child = spawn(process.execPath, [script, 'config', ...args, '--address', server.url], {
    env: { ...process.env, CONFIG_TOKEN: token },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, output }
}

test('a plan after a pull shows nothing; a change is shown until it is applied', async () => {
  expect(await run('pull', folder)).toMatchObject({ code: 0, output: expect.stringContaining('entities are in') })
  expect(await run('plan', folder)).toMatchObject({ code: 0, output: expect.stringContaining('0 to update') })
  const path = join(folder, 'grok_pattern', 'order.yaml')
  const text = await readFile(path, 'utf8')
  expect(text).toContain('type: grok_pattern\nname: ORDER\n')
  await writeFile(path, text.replace('{2}', '{3}'))
  const planned = await run('plan', folder)
  expect(planned.code).toBe(2)
  expect(planned.output).toContain('~ update grok pattern "ORDER"\n    pattern: "[A-Z]{2}\\\\d+" -> "[A-Z]{3}\\\\d+"')
  expect(await run('apply', folder)).toMatchObject({ code: 0, output: expect.stringContaining('Applied.') })
  expect(await run('apply', folder)).toMatchObject({ code: 0, output: expect.stringContaining('nothing to change') })
  expect((await run('plan', folder)).code).toBe(0)
  const again = await run('pull', folder)
  expect(again.code).toBe(0)
  expect(await readFile(path, 'utf8')).toBe(text.replace('{2}', '{3}'))
})

test('the server of a profile is used, with its token', async () => {
  const env = { HOME: folder, LOGYARD_URL: server.url, LOGYARD_TOKEN: token }
  expect(await config(['pull', folder], env)).toBe(0)
  await expect(config(['plan', folder, '--profile', 'nope'], env)).rejects.toThrow('There is no profile nope.')
  await expect(config(['plan', folder, '--address', server.url], env)).rejects.toThrow('CONFIG_TOKEN is empty')
})

test('a server that does not answer is named with the reason', async () => {
  await run('pull', folder)
  const address = `http://127.0.0.1:${await freePort()}/`
  const planned = config(['plan', folder, '--address', address], { CONFIG_TOKEN: token })
  await expect(planned).rejects.toThrow(/^http:.* cannot be reached: .*ECONNREFUSED/)
})

test('a file that is not an entity is named, and nothing is sent', async () => {
  await writeFile(join(folder, 'odd.yaml'), 'just: text\n')
  expect(await run('plan', folder)).toMatchObject({ code: 1, output: expect.stringContaining('odd.yaml: it needs') })
  await run('pull', folder)
  expect(await readFile(join(folder, 'odd.yaml'), 'utf8')).toBe('just: text\n')
})
