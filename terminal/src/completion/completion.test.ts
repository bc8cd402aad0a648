/** Completion as the shells call it, against a real server. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { INPUT, type Receiver, startReceiver } from '../../../server/src/senders/testing/receiver.ts'
import { createTerminal, type TerminalUnderTest } from '../testing/run-terminal.ts'
import { candidateLines } from './candidates.ts'
import { readTypedLine } from './shell-words.ts'

let receiver: Receiver
let terminal: TerminalUnderTest

beforeAll(async () => {
  receiver = await startReceiver()
  const made = await receiver.call('/users/local:admin/tokens/completion', { method: 'POST', body: '{}' })
  terminal = await createTerminal({ LOGYARD_URL: receiver.url, LOGYARD_TOKEN: String(made['token']) })
})
afterAll(async () => {
  await terminal[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

/** What bash gets for a line: the real script, called as bash calls it. */
async function inBash(line: string): Promise<readonly string[]> {
  const script = `eval "$(logyard completion bash)"
    COMP_POINT=\${#COMP_LINE}
    _logyard
    printf '%s\\n' "\${COMPREPLY[@]}"`
  const { output } = await terminal.with({ COMP_LINE: line }).shell(script).ended
  return output.split('\n').filter((one) => one !== '')
}

/** A completion of names gives up after two seconds, which is too short on a busy machine. */
const inTime = (line: string) => expect.poll(async () => (await inBash(line)).toSorted())

const MESSAGES = [
  { host: 'web-1', _user: 'ada', _user_agent: 'curl', _odd: '$(touch owned)' },
  { host: 'web-2', _user: "it's \u001b[31m", _odd: 'a"b' },
]
let stored: Promise<unknown> | undefined

async function store(): Promise<void> {
  const input = await receiver.launch(INPUT.gelfHttp)
  for (const fields of MESSAGES) {
    const body = JSON.stringify({ version: '1.1', short_message: 'a message', ...fields })
    await fetch(`http://127.0.0.1:${input.port}/gelf`, { method: 'POST', body })
  }
  await receiver.stored(input, MESSAGES.length)
  const { index_sets: sets } = await receiver.call('/system/indices/index_sets')
  const [{ id: index_set_id }] = Object(sets)
  const stream = { title: 'Shop errors', index_set_id }
  await receiver.call('/streams', { method: 'POST', body: JSON.stringify(stream) })
}
const insert = () => (stored ??= store())

test('commands, options and their values are completed', async () => {
  expect(await inBash('logyard se')).toEqual(['search '])
  expect(await inBash('logyard search --ra')).toEqual(['--range '])
  expect(await inBash('logyard search --range tod')).toEqual(['today '])
  expect(await inBash('logyard search --output=nd')).toEqual(['ndjson '])
  expect(await inBash('logyard completion z')).toEqual(['zsh '])
  expect(await inBash('logyard nonsense ')).toEqual([])
})

test('fields, values, operators and streams are those of the server', async () => {
  await insert()
  await inTime('logyard search use').toEqual(['user:', 'user_agent:'])
  await inTime('logyard search source:we').toEqual(['web-1 ', 'web-2 '])
  await inTime("logyard search 'source:web-1 AND user:a").toEqual(['source:web-1 AND user:ada'])
  await inTime('logyard tail source:x A').toEqual(expect.arrayContaining(['AND ']))
  await inTime('logyard export --fields source,user').toEqual(['source,user', 'source,user_agent'])
  await inTime('logyard patterns --stream sh').toEqual(['Shop\\ errors '])
})

test('values that shells would run are quoted, and those that a terminal would obey are left out', async () => {
  await insert()
  await inTime('logyard search odd:').toEqual(['\\"\\$\\(touch\\ owned\\)\\" ', 'a\\\\\\"b '])
  await inTime("logyard search 'user:").toEqual(['user:ada'])
})

test('names are asked for once in some minutes, and are a file for the user alone', async () => {
  await insert()
  await inTime('logyard search use').toEqual(['user:', 'user_agent:'])
  const folder = join(terminal.home, '.cache', 'logyard')
  const [file = '', ...more] = readdirSync(folder)
  expect(more).toEqual([])
  expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
  const away = await terminal.with({ LOGYARD_URL: 'http://127.0.0.1:1/' }).run('__complete', 'bash', 'logyard search u')
  expect(away).toMatchObject({ code: 2, output: '' })
})

test('words of a line are read as shells read them', () => {
  expect(readTypedLine('logyard search a\\ b "c \\" \\d" \'e\\')).toEqual({
    words: ['logyard', 'search', 'a b', 'c " \\d'],
    current: { text: 'e\\', raw: "'e\\", quote: "'" },
  })
  expect(readTypedLine('logyard ')).toEqual({ words: ['logyard'], current: { text: '', raw: '', quote: undefined } })
})

test('candidates are quoted as the typed word is', () => {
  const candidate = [{ text: `a:$b"'`, isWhole: true }]
  const lines = (shell: 'bash' | 'zsh' | 'fish', line: string) =>
    candidateLines(shell, readTypedLine(line).current, candidate)
  expect(lines('zsh', 'logyard search a:')).toEqual([`a:\\$b\\"\\' `])
  expect(lines('bash', 'logyard search a:')).toEqual([`\\$b\\"\\' `])
  expect(lines('bash', 'logyard search "a:')).toEqual([`a:\\$b\\"'`])
  expect(lines('bash', "logyard search 'a:")).toEqual([])
  expect(lines('fish', 'logyard search a:')).toEqual([`a:$b"'`])
})
