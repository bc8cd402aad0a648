/** `logyard tail` as a process, against a whole server. */

import { writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  INPUT,
  type LaunchedInput,
  type Receiver,
  startReceiver,
} from '../../../server/src/senders/testing/receiver.ts'
import { createTerminal, type Running, type TerminalUnderTest } from '../testing/run-terminal.ts'

let receiver: Receiver
let launched: Promise<LaunchedInput> | undefined
let terminal: TerminalUnderTest

beforeAll(async () => {
  receiver = await startReceiver()
  const made = await receiver.call('/users/local:admin/tokens/tail', { method: 'POST', body: '{}' })
  terminal = await createTerminal({ LOGYARD_URL: receiver.url, LOGYARD_TOKEN: String(made['token']) })
})
afterAll(async () => {
  await terminal[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

async function send(text: string): Promise<void> {
  launched ??= receiver.launch(INPUT.gelfHttp)
  const input = await launched
  const body = JSON.stringify({ version: '1.1', host: 'web-1', short_message: text })
  const answer = await fetch(`http://127.0.0.1:${input.port}/gelf`, { method: 'POST', body })
  expect(answer.status).toBe(202)
}

/** Sends until the first message is shown: nothing else tells that a tail is connected. */
async function connected(running: Running, word: string): Promise<void> {
  let last = 0
  await expect
    .poll(async () => {
      await send(`${word} begin ${++last}.`)
      return running.output()
    })
    .toContain('begin')
  await expect.poll(running.output).toContain(`begin ${last}.`)
}

test('matching messages are shown as they arrive, harmless for a terminal, until an interrupt', async () => {
  const running = terminal.start('tail', 'amber', '--fields', 'source,message')
  await connected(running, 'amber')
  await send('nothing of interest')
  await send('amber \u001b[31mlight')
  await expect.poll(running.output).toContain('web-1\tamber \\u{1b}[31mlight\n')
  running.child.kill('SIGINT')
  const { code, output } = await running.ended
  expect(code).toBe(130)
  expect(output).not.toContain('interest')
})

test('lines of JSON are documents', async () => {
  const running = terminal.start('tail', 'copper', '--output', 'ndjson')
  await connected(running, 'copper')
  running.child.kill('SIGTERM')
  const { code, output } = await running.ended
  expect(code).toBe(143)
  expect(JSON.parse(output.split('\n')[0] ?? '')).toMatchObject({
    message: expect.stringContaining('copper begin'),
    source: 'web-1',
  })
})

test('after a lost connection it goes on where it was', async () => {
  await using line = await startLine(new URL(receiver.url).port)
  const running = terminal
    .with({ LOGYARD_URL: `http://127.0.0.1:${line.port}/` })
    .start('tail', 'silver', '--fields', 'message')
  await connected(running, 'silver')
  line.cut()
  await send('silver meanwhile')
  await expect.poll(running.errors).toContain('The connection is lost.')
  line.repair()
  await expect.poll(running.output).toContain('silver meanwhile\n')
  expect(running.errors()).toContain('Connected again.')
  running.child.kill('SIGINT')
  await running.ended
})

test('more than the rate is an even sample, which is said once', async () => {
  const running = terminal.start('tail', 'bronze', '--rate', '1')
  await connected(running, 'bronze')
  await expect
    .poll(async () => {
      await Promise.all(Array.from({ length: 20 }, (_, n) => send(`bronze ${n}`)))
      return running.errors()
    })
    .toMatch(/^-- too many: \d+ of \d+ messages a second are shown --\n/)
  running.child.kill('SIGINT')
  await running.ended
})

test('a reader that leaves ends it, without another message', async () => {
  const reader = '{ cat <&0 & until [ -e "$HOME/leave" ]; do sleep 0.05; done; kill $!; }'
  const running = terminal.shell(`logyard tail golden --fields message | ${reader}`)
  onTestFinished(() => void running.child.kill())
  await connected(running, 'golden')
  writeFileSync(join(terminal.home, 'leave'), '')
  expect((await running.ended).code).toBe(141)
})

test('an invalid query, and a server that is not there, end it at once', async () => {
  expect(await terminal.run('tail', 'source:(a')).toMatchObject({ code: 2, errors: expect.stringContaining('^') })
  const gone = await terminal.with({ LOGYARD_URL: 'http://127.0.0.1:1/' }).run('tail')
  expect(gone).toMatchObject({ code: 2, errors: expect.stringContaining('cannot be reached') })
})

/** A line to the server that can be cut. */
async function startLine(port: string) {
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((socket) => {
    if (isCut) return void socket.destroy()
    const other = connect(Number(port), '127.0.0.1')
    for (const [from, to] of [
      [socket, other],
      [other, socket],
    ] as const) {
      open.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
      from.pipe(to)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const cut = () => {
    isCut = true
    for (const socket of open) socket.destroy()
  }
  return {
    port: typeof address === 'object' ? (address?.port ?? 0) : 0,
    cut,
    repair() {
      isCut = false
    },
    async [Symbol.asyncDispose]() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
