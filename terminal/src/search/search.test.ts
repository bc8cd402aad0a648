/** `logyard search` as a process, against a real server. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { insertMessages, type TestMessage } from '../../../server/src/search/testing/message-table.ts'
import { insertLongMessages, slowQuery, slowStatements } from '../../../server/src/search/testing/slow-search.ts'
import { terminalTests } from '../testing/terminal-tests.ts'

const tests = terminalTests()
const run = (...args: readonly string[]) => tests.terminal.run('search', ...args)
const insert = (...messages: readonly Partial<TestMessage>[]) =>
  insertMessages(
    tests.engine,
    messages.map((one, at) => ({ at: `2026-03-01T11:59:${String(at).padStart(2, '0')}.000Z`, ...one })),
  )

test('rows are newest first, with tabs between the values and no colours in a pipe', async () => {
  await insert({ message: 'first', fields: { level: 3 } }, { message: 'second', source: 'web-2' })
  expect(await run()).toEqual({
    code: 0,
    errors: '',
    output: '2026-03-01T11:59:01.000Z\tweb-2\tsecond\n2026-03-01T11:59:00.000Z\tweb-1\tfirst\n',
  })
  expect((await run('--color', 'always')).output).toContain('\u001b[31mfirst\u001b[0m')
})

test('fields, order, limit and range choose what is shown', async () => {
  await insert(
    { message: 'a', fields: { took: 5 } },
    { message: 'b', fields: { took: 9 } },
    { message: 'c', fields: { took: 7 } },
    { at: '2026-03-01T11:00:00.000Z', message: 'old' },
  )
  const { output } = await run('_exists_:took', '--fields', 'message,took', '--sort', 'took', '--limit', '2')
  expect(output).toBe('b\t9\nc\t7\n')
  expect((await run('--fields', 'message', '--sort', 'took:asc', '--limit', '1', 'took:>1')).output).toBe('a\n')
  expect((await run('--fields', 'message', '--range', '2026-03-01T10:59Z..2026-03-01T11:01Z')).output).toBe('old\n')
  expect((await run('--fields', 'message', '--range', '90m..30m')).output).toBe('old\n')
})

test('words of a range are read by the server', async () => {
  await insert({ at: '2026-02-28T11:00:00.000Z', message: 'of yesterday' }, { message: 'of today' })
  const { output } = await run('--fields', 'message', '--range', 'yesterday midnight to today midnight')
  expect(output).toBe('of yesterday\n')
  expect(await run('--range', 'gibberish')).toMatchObject({
    code: 2,
    output: '',
    errors: expect.stringContaining('gibberish'),
  })
})

test('only messages of the named stream are shown, by its title or its id', async () => {
  const id = await tests.logyard.addStream({ title: 'Shop errors' })
  await insert({ message: 'of the shop', streams: [id] }, { message: 'of another one' })
  for (const name of ['shop Errors', id])
    expect((await run('--stream', name, '--fields', 'message')).output).toBe('of the shop\n')
  const unknown = await run('--stream', 'Shop')
  expect(unknown).toMatchObject({ code: 2, errors: expect.stringContaining('Similar ones:\n  Shop errors') })
})

test('more than a page comes page by page, each message once', async () => {
  await insertMessages(
    tests.engine,
    Array.from({ length: 730 }, (_, n) => ({ at: '2026-03-01T11:58:00.000Z', message: `number ${n}` })),
  )
  const { output } = await run('--limit', '700', '--fields', 'message')
  const lines = output.trimEnd().split('\n')
  expect(lines).toHaveLength(700)
  expect(new Set(lines).size).toBe(700)
})

test('JSON is one list, lines of JSON are documents, with all digits of numbers', async () => {
  await insert({ message: 'one', fields: { big: 9007199254740993n } }, { message: 'two' })
  const json = await run('--output', 'json', '--fields', 'message,big')
  expect(json.output).toBe('[\n{"message":"two","big":null},\n{"message":"one","big":9007199254740993}\n]\n')
  const lines = (await run('--output', 'ndjson')).output.trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).message)).toEqual(['two', 'one'])
  expect(lines[1]).toContain('"big":9007199254740993,')
  expect(JSON.parse((await run('--output', 'json', 'nothing-has-this')).output)).toEqual([])
})

test('CSV has a header, all values in quotes, and the line breaks of values', async () => {
  await insert({ message: 'a "b",\nc' })
  expect((await run('--output', 'csv', '--fields', 'message,nope,source')).output).toBe(
    '"message","nope","source"\n"a ""b"",\nc",,"web-1"\n',
  )
})

const HOSTILE = 'a\u001b]0;owned\u0007\u009b31m\u202e\r\n\u0000end'

test('control characters of messages reach a terminal only as escapes', async () => {
  await insert({ message: HOSTILE, source: '\u001b[2Jhost', fields: { 'odd\u001bname': 'x' } })
  const text = await run()
  expect(text.output).toBe(
    '2026-03-01T11:59:00.000Z\t\\u{1b}[2Jhost\ta\\u{1b}]0;owned\\u{7}\\u{9b}31m\\u{202e}\\r\\n\\u{0}end\n',
  )
  for (const format of ['json', 'ndjson']) {
    const { output } = await run('--output', format)
    expect(output).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u)
    const [document] = [JSON.parse(output)].flat()
    expect(document.message).toBe(HOSTILE)
  }
})

test('on a terminal CSV is harmless, too, and lines are cut at its edge unless they may wrap', async () => {
  await insert({ message: `${HOSTILE}${'x'.repeat(300)}`, source: 'web-1', fields: { level: 4 } })
  const onTerminal = async (command: string) => {
    const { output } = await tests.terminal
      .with({ TERM: 'xterm', PAGER: '', SHELL: '/bin/bash' })
      .shell(`export -f logyard; script -qec 'stty cols 80; ${command}' /dev/null </dev/null`).ended
    return output.replaceAll('\r\n', '\n')
  }
  const csv = await onTerminal('logyard search --output csv')
  expect(csv).toContain('"a\\u{1b}]0;owned')
  expect(csv).not.toMatch(/[^\P{Cc}\n]/u)
  const colored = await onTerminal('logyard search')
  expect(colored).toContain('\u001b[33ma\\u{1b}')
  const plain = await onTerminal('NO_COLOR=1 logyard search')
  expect(plain).toMatch(/^2026-03-01 11:59:00\.000 {2}web-1 {2}a\\u\{1b\}.*…\n$/)
  expect(plain.trimEnd()).toHaveLength(80)
  expect((await onTerminal('NO_COLOR=1 logyard search --wrap')).replaceAll('\n', '')).toContain('x'.repeat(300))
})

test('a result that is longer than the screen is shown with the pager, whose end is the end of the search', async () => {
  await insertMessages(
    tests.engine,
    Array.from({ length: 700 }, (_, n) => ({ at: '2026-03-01T11:58:00.000Z', message: `number ${n}` })),
  )
  const paged = async (pager: string, command: string) => {
    const { output } = await tests.terminal
      .with({ TERM: 'xterm', PAGER: pager, SHELL: '/bin/bash' })
      .shell(`export -f logyard; script -qec 'stty rows 10; ${command}; echo code $?' /dev/null </dev/null`).ended
    return output.replaceAll('\r\n', '\n').trimEnd().split('\n')
  }
  expect(await paged('head -n 2 | sed s/^/paged:/', 'logyard search --limit 600 --fields message')).toEqual([
    expect.stringContaining('paged:'),
    expect.stringContaining('paged:'),
    'code 0',
  ])
  expect(await paged('sed s/^/paged:/', 'NO_COLOR=1 logyard search --limit 2 --fields message')).toEqual([
    expect.stringMatching(/^number/),
    expect.stringMatching(/^number/),
    'code 0',
  ])
})

test('nothing found is exit code 1, with a word about what may be wrong with the query', async () => {
  await insert({ fields: { status_code: 200 } })
  const nothing = await run('status_cod:200')
  expect(nothing).toMatchObject({ code: 1, output: '' })
  expect(nothing.errors).toContain('status_cod:200\n^^^^^^^^^')
  expect(nothing.errors).toContain('instead: status_code:200')
  expect(await run('nothing-has-this')).toMatchObject({ code: 1, output: '' })
})

test('an invalid query is exit code 2, with its place and a fix', async () => {
  const { code, errors, output } = await run('level:3 AND (source:a OR')
  expect({ code, output }).toEqual({ code: 2, output: '' })
  expect(errors).toMatch(/^level:3 AND \(source:a OR\n +\^+\nerror: /)
})

test('what is wrong with the command line is exit code 2, and names the help', async () => {
  for (const args of [['--nope'], ['--limit', '0'], ['--output', 'xml'], ['--range', '5..x'], ['--sort', '']]) {
    const { code, errors } = await run(...args)
    expect({ code, args }).toEqual({ code: 2, args })
    expect(errors).toContain('See: logyard search --help')
  }
})

test('a server that is gone, and a token that it refuses, are named', async () => {
  const refused = await tests.terminal.with({ LOGYARD_TOKEN: 'wrong' }).run('search')
  expect(refused).toMatchObject({
    code: 2,
    errors: expect.stringContaining('does not accept the token of LOGYARD_TOKEN'),
  })
  const gone = await tests.terminal.with({ LOGYARD_URL: 'http://127.0.0.1:1/' }).run('search')
  expect(gone).toMatchObject({ code: 2, errors: expect.stringMatching(/cannot be reached: .*ECONNREFUSED/) })
})

const SLOW = slowQuery.query.query_string

test('an interrupt stops the statement on the server', async () => {
  await insertLongMessages(tests.engine)
  const running = tests.terminal.start('search', '--range', 'all', SLOW)
  await expect.poll(() => slowStatements(tests.engine), { interval: 20 }).toBeGreaterThan(0)
  running.child.kill('SIGINT')
  expect((await running.ended).code).toBe(130)
  await expect.poll(() => slowStatements(tests.engine), { interval: 20 }).toBe(0)
})

test('a pipe that nothing reads any more stops the statement on the server, before there is a row', async () => {
  await insertLongMessages(tests.engine)
  const reader = `{ until [ -e "$HOME/leave" ]; do sleep 0.05; done; }`
  const running = tests.terminal.shell(`logyard search --range all '${SLOW}' | ${reader}`)
  await expect.poll(() => slowStatements(tests.engine), { interval: 20 }).toBeGreaterThan(0)
  await writeFile(join(tests.terminal.home, 'leave'), '')
  expect(await running.ended).toEqual({ code: 141, output: '', errors: '' })
  await expect.poll(() => slowStatements(tests.engine), { interval: 20 }).toBe(0)
})
