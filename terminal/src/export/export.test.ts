/** `logyard export` as a process, against a real server. */
import { existsSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { sql } from '@logyard/languages/sql/sql'
import { expect, onTestFinished, test } from 'vitest'
import { insertMessages } from '../../../server/src/search/testing/message-table.ts'
import { insertLongMessages } from '../../../server/src/search/testing/slow-search.ts'
import { terminalTests } from '../testing/terminal-tests.ts'

const tests = terminalTests()
const run = (...args: readonly string[]) => tests.terminal.run('export', ...args)

const insertTwo = () =>
  insertMessages(tests.engine, [
    { at: '2026-03-01T11:58:00.000Z', message: 'first' },
    { at: '2026-03-01T11:59:00.000Z', message: '=second\u001b' },
  ])

test('each format is written as the server sends it', async () => {
  await insertTwo()
  expect(await run('--fields', 'message')).toEqual({
    code: 0,
    errors: '',
    output: '"message"\n"=second\u001b"\n"first"\n',
  })
  expect((await run('--fields', 'message', '--defuse-formulas')).output).toContain(`"'=second`)
  expect((await run('--fields', 'message', '--format', 'ndjson')).output).toBe(
    '{"message":"=second\\u001B"}\n{"message":"first"}\n',
  )
  expect((await run('--fields', 'message', '--limit', '1')).output).toBe('"message"\n"=second\u001b"\n')
  const { output } = await run('--fields', 'message', '--format', 'json')
  expect(JSON.parse(output)).toEqual([{ message: '=second\u001b' }, { message: 'first' }])
  expect(await run('nothing-has-this')).toMatchObject({ code: 1, output: '' })
  expect((await run('source:(a')).errors).toMatch(/^source:\(a\n +\^/)
})

test('a file is there when everything is in it, and not before', async () => {
  await insertTwo()
  const file = join(tests.terminal.home, 'messages.csv')
  expect(await run('--fields', 'message', '--file', file)).toMatchObject({ code: 0, output: '' })
  expect(await readFile(file, 'utf8')).toContain('"first"\n')
  const other = join(tests.terminal.home, 'other.csv')
  await insertLongMessages(tests.engine)
  const running = tests.terminal.start('export', '--range', 'all', '--fields', 'longtext', '--file', other)
  await expect.poll(() => existsSync(`${other}.part`), { interval: 20 }).toBe(true)
  running.child.kill('SIGINT')
  running.child.kill('SIGINT')
  expect((await running.ended).code).toBe(130)
  expect([existsSync(other), existsSync(`${other}.part`)]).toEqual([false, false])
})

test('an export that breaks off is an error, and leaves no file', async () => {
  const breaking = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' })
    response.write('"message"\n"first"\n', () => response.destroy())
  })
  await new Promise<void>((resolve) => breaking.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void breaking.close())
  const user = tests.terminal.with({ LOGYARD_URL: `http://127.0.0.1:${Object(breaking.address()).port}/` })
  const file = join(tests.terminal.home, 'broken.csv')
  const { code, errors } = await user.run('export', '--file', file)
  expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining('The export broke off after') })
  expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false])
})

async function runningExports(): Promise<number> {
  const counting = sql`SELECT count() FROM system.processes WHERE position(query, 'longtext') > 0 AND query NOT LIKE '%processes%'`
  const answer = await tests.engine.client.query({ query: counting, format: 'JSONCompactEachRow' })
  const [row] = await answer.json<readonly (string | number)[]>()
  return Number(row?.[0])
}

test('a reader that has enough stops the statement on the server', async () => {
  await insertLongMessages(tests.engine)
  const reader = `{ head -n 2; until [ -e "$HOME/leave" ]; do sleep 0.05; done; }`
  const running = tests.terminal.shell(`logyard export --range all --fields longtext | ${reader}`)
  await expect.poll(() => running.output().split('\n').length).toBeGreaterThan(2)
  await expect.poll(runningExports, { interval: 20 }).toBeGreaterThan(0)
  writeFileSync(join(tests.terminal.home, 'leave'), '')
  expect((await running.ended).code).toBe(141)
  await expect.poll(runningExports, { interval: 20 }).toBe(0)
})
