/** GELF libraries, and `curl`. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import gelfPro from 'gelf-pro'
import { beforeAll, expect, test } from 'vitest'
import { createLogger } from 'winston'
import Log2gelf from 'winston-log2gelf'
import { testCertificates } from '../ingest/inputs/testing/certificates.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { commonProgram } from './testing/debian-program.ts'
import { INPUT, type Receiver, startReceiver } from './testing/receiver.ts'
import { present, runProgram } from './testing/run-program.ts'

const TEXT = 'größe – 日本 🚀 "paid"\nsecond line'
/** Above the safe integers, but still exact as a double. */
const BIG = 9_007_199_254_740_994
const STORED_BIG = 9_007_199_254_740_994n
/** Random, so that it needs several chunks even when compressed. */
const LONG = Array.from({ length: 600 }, (_, n) => `${(n * 2_654_435_761) % 4_294_967_296}`).join(' ')

let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  return () => receiver[Symbol.asyncDispose]()
})

test.for([
  { transport: 'UDP', type: INPUT.gelfUdp, adapterName: 'udp' },
  { transport: 'TCP', type: INPUT.gelfTcp, adapterName: 'tcp' },
  { transport: 'TLS', type: INPUT.gelfTcp, adapterName: 'tcp-tls' },
] as const)('gelf-pro sends over $transport', async ({ type, adapterName }) => {
  await using folder = await temporaryFolder()
  const { authority, files } = await testCertificates(folder.path)
  const input = await receiver.launch(type, {
    tls_enable: adapterName === 'tcp-tls',
    tls_cert_file: files.serverCertificate,
    tls_key_file: files.serverKey,
  })
  const adapterOptions = { host: '127.0.0.1', port: input.port, ca: authority.certificate }
  // An instance of the library always uses its first adapter.
  const log: typeof gelfPro = Object.create(gelfPro)
  log.setConfig({ adapterName, adapterOptions, fields: { shop: 'Köln' } })
  const extra = {
    host: 'web-1',
    full_message: LONG,
    timestamp: 1_781_517_598.123,
    order: 'A-17',
    nested: { big: BIG, part: 0.25 },
  }
  await new Promise<void>((resolve, reject) => {
    log.message(TEXT, 4, extra, (error) => (error ? reject(error) : resolve()))
  })
  expect(await receiver.stored(input, 1)).toEqual([
    {
      timestamp: '2026-06-15 09:59:58.123',
      source: 'web-1',
      message: TEXT,
      full_message: LONG,
      gl2_remote_ip: '127.0.0.1',
      fields: { level: 4, shop: 'Köln', order: 'A-17', nested_big: STORED_BIG, nested_part: 0.25 },
    },
  ])
})

test.for([
  { protocol: 'tcp', type: INPUT.gelfTcp },
  { protocol: 'http', type: INPUT.gelfHttp },
] as const)('winston-log2gelf sends over $protocol', async ({ protocol, type }) => {
  const input = await receiver.launch(type)
  const before = Date.now()
  const transport = new Log2gelf({
    hostname: 'web-1',
    host: '127.0.0.1',
    port: input.port,
    protocol,
    service: 'shop',
    _city: 'Köln',
  })
  const logger = createLogger({ transports: [transport] })
  logger.warn(TEXT, { order: 'A-17', big: BIG, list: ['a', 1] })
  const [row] = await receiver.stored(input, 1)
  logger.close()
  transport.end()
  expect(row).toEqual({
    timestamp: expect.any(String),
    source: 'web-1',
    // The library uses the first line as short message.
    message: 'größe – 日本 🚀 "paid"',
    full_message: TEXT,
    gl2_remote_ip: '127.0.0.1',
    fields: {
      level: 1,
      service: 'shop',
      environment: 'development',
      city: 'Köln',
      order: 'A-17',
      big: STORED_BIG,
      list: '["a",1]',
    },
  })
  const time = Date.parse(`${String(row?.['timestamp']).replace(' ', 'T')}Z`)
  expect(time).toBeGreaterThanOrEqual(before)
  expect(time).toBeLessThanOrEqual(Date.now())
})

const DOCUMENT = {
  version: '1.1',
  host: 'web-1',
  short_message: TEXT,
  full_message: LONG,
  timestamp: 1_781_517_598.123,
  level: 4,
  _order: 'A-17',
}
/** Numbers that JavaScript cannot serialise. */
const BODY = JSON.stringify(DOCUMENT).replace(/}$/, ',"_big":18446744073709551615,"_low":-9223372036854775808}')

test.for([
  { form: 'as it is', body: Buffer.from(BODY), options: [] },
  { form: 'with gzip', body: gzipSync(BODY), options: ['--header', 'content-encoding: gzip'] },
  { form: 'in chunks', body: Buffer.from(BODY), options: ['--header', 'transfer-encoding: chunked'] },
  { form: 'over TLS', body: Buffer.from(BODY), options: [] },
])('curl posts GELF $form', { timeout: 60_000 }, async ({ form, body, options }, context) => {
  const program = present(context, await commonProgram({ name: 'curl', packages: ['curl'] }))
  await using folder = await temporaryFolder()
  const { files } = await testCertificates(folder.path)
  const file = join(folder.path, 'body')
  await writeFile(file, body)
  const isEncrypted = form === 'over TLS'
  const input = await receiver.launch(INPUT.gelfHttp, {
    tls_enable: isEncrypted,
    tls_cert_file: files.serverCertificate,
    tls_key_file: files.serverKey,
  })
  const url = `${isEncrypted ? 'https' : 'http'}://127.0.0.1:${input.port}/gelf`
  const head = ['--silent', '--show-error', '--fail', '--noproxy', '*', '--write-out', '%{http_code}']
  const trust = ['--cacert', files.authority]
  expect(await runProgram(program, [...head, ...trust, ...options, '--data-binary', `@${file}`, url])).toBe('202')
  expect(await receiver.stored(input, 1)).toEqual([
    {
      timestamp: '2026-06-15 09:59:58.123',
      source: 'web-1',
      message: TEXT,
      full_message: LONG,
      gl2_remote_ip: '127.0.0.1',
      fields: { level: 4, order: 'A-17', big: 18_446_744_073_709_551_615n, low: -9_223_372_036_854_775_808n },
    },
  ])
})
