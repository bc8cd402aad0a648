/** `logger` of util-linux, as scripts use it. */
import { hostname } from 'node:os'
import { beforeAll, expect, test } from 'vitest'
import { commonProgram } from './testing/debian-program.ts'
import { INPUT, type Receiver, startReceiver } from './testing/receiver.ts'
import { present, runProgram } from './testing/run-program.ts'

const TEXT = 'größe – 日本 🚀 "paid" 18446744073709551615'
const PRIORITY = { facility: 'local3', facility_num: 19, level: 4 }
const host = hostname().replace(/\..*/, '')

let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  return () => receiver[Symbol.asyncDispose]()
})

const logger = () => commonProgram({ name: 'logger', packages: ['bsdutils'] })
const transports = [
  { transport: 'UDP', type: INPUT.syslogUdp, options: ['--udp'] },
  { transport: 'TCP', type: INPUT.syslogTcp, options: ['--tcp'] },
  { transport: 'TCP with counted octets', type: INPUT.syslogTcp, options: ['--tcp', '--octet-count'] },
]
/** Without octet counting, a newline ends the message on a stream. */
const keepsNewlines = (options: readonly string[]) => !options.includes('--tcp') || options.includes('--octet-count')

test.for(transports)(
  'logger sends RFC 3164 over $transport',
  { timeout: 60_000 },
  async ({ type, options }, context) => {
    const program = present(context, await logger())
    const input = await receiver.launch(type)
    const text = keepsNewlines(options) ? `${TEXT}\nsecond line` : TEXT
    const target = ['--server', '127.0.0.1', '--port', String(input.port), ...options]
    await runProgram(program, [
      ...target,
      '--rfc3164',
      '--priority',
      'local3.warning',
      '--tag',
      'shop',
      '--id=4711',
      text,
    ])
    const [row] = await receiver.stored(input, 1)
    expect(row).toEqual({
      timestamp: expect.any(String),
      source: host,
      message: `${host} shop[4711]: ${text}`,
      full_message: '',
      gl2_remote_ip: '127.0.0.1',
      fields: PRIORITY,
    })
    expect(Math.abs(timeOf(row?.['timestamp']) - Date.now())).toBeLessThan(60_000)
  },
)

test.for(transports)(
  'logger sends RFC 5424 over $transport',
  { timeout: 60_000 },
  async ({ type, options }, context) => {
    const program = present(context, await logger())
    const input = await receiver.launch(type, { store_full_message: true })
    const text = keepsNewlines(options) ? `${TEXT}\nsecond line` : TEXT
    const target = ['--server', '127.0.0.1', '--port', String(input.port), ...options]
    const data = ['--sd-id', 'order@32473', '--sd-param', 'number="A-17"', '--sd-param', 'city="Köln"']
    const head = ['--rfc5424', '--priority', 'local3.warning', '--tag', 'shop', '--id=4711', '--msgid', 'PAID']
    await runProgram(program, [...target, ...head, ...data, text])
    const [row] = await receiver.stored(input, 1)
    expect(row).toEqual({
      timestamp: expect.any(String),
      source: host,
      message: text,
      full_message: expect.stringMatching(/^<156>1 .* shop 4711 PAID \[/),
      gl2_remote_ip: '127.0.0.1',
      fields: expect.objectContaining({
        ...PRIORITY,
        application_name: 'shop',
        process_id: '4711',
        number: 'A-17',
        city: 'Köln',
      }),
    })
    expect(Math.abs(timeOf(row?.['timestamp']) - Date.now())).toBeLessThan(60_000)
  },
)

const timeOf = (stored: unknown): number => Date.parse(`${String(stored).replace(' ', 'T')}Z`)
