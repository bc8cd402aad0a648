/** rsyslog and syslog-ng as relays: each forwards over every transport, in both formats. */
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { testCertificates } from '../ingest/inputs/testing/certificates.ts'
import { freePort } from '../testing/free-port.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { type DebianProgram, debianProgram } from './testing/debian-program.ts'
import { type Forwarding, MULTILINE_PROGRAM } from './testing/forwarding.ts'
import { INPUT, type Receiver, startReceiver } from './testing/receiver.ts'
import { rsyslogConfiguration } from './testing/rsyslog-configuration.ts'
import { present, type RunningProgram, startProgram } from './testing/run-program.ts'
import { syslogNgConfiguration } from './testing/syslog-ng-configuration.ts'

const HOST = 'web-1.example.org'
const TEXT = 'größe – 日本 🚀 "paid" 18446744073709551615'
const TWO_LINES = `${TEXT}\nsecond line`

const line = (program: string, text: string) =>
  `<156>1 2026-03-01T12:00:00.123456+01:00 ${HOST} ${program} 4711 PAID [order@32473 number="A-17" city="Köln"] ${text}`

const stored = (message: string, fields: object) => ({
  timestamp: '2026-03-01 11:00:00.123',
  source: HOST,
  message,
  full_message: '',
  gl2_remote_ip: '127.0.0.1',
  fields: { facility: 'local3', facility_num: 19, level: 4, ...fields },
})
const structured = (program: string) => ({
  application_name: program,
  process_id: '4711',
  number: 'A-17',
  city: 'Köln',
})
const expected = (tag: string) => [
  stored(TEXT, structured('shop')),
  stored(TWO_LINES, structured(MULTILINE_PROGRAM)),
  stored(`${HOST} ${tag} ${TEXT}`, {}),
]

let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  return () => receiver[Symbol.asyncDispose]()
})

type Start = (program: DebianProgram, forwarding: Forwarding) => Promise<RunningProgram>

async function startRsyslog(program: DebianProgram, forwarding: Forwarding): Promise<RunningProgram> {
  const file = join(forwarding.folder, 'rsyslog.conf')
  await writeFile(file, rsyslogConfiguration(forwarding))
  const modules = await program.folderOf('lmnsd_gtls.so')
  return startProgram(program, ['-n', '-iNONE', '-f', file, '-M', modules])
}

async function startSyslogNg(program: DebianProgram, forwarding: Forwarding): Promise<RunningProgram> {
  const { folder } = forwarding
  const file = join(folder, 'syslog-ng.conf')
  await writeFile(file, syslogNgConfiguration(forwarding))
  const state = ['--persist-file', join(folder, 'persist'), '--control', join(folder, 'control')]
  const modules = ['--module-path', await program.folderOf('libsyslogformat.so')]
  const alone = ['--foreground', '--stderr', '--no-caps', '--pidfile', join(folder, 'pid')]
  return startProgram(program, [...alone, '--cfgfile', file, ...state, ...modules])
}

interface Daemon {
  readonly name: string
  readonly packages: readonly [string, ...string[]]
  readonly start: Start
  /** The message it forwards for program and process id, which RFC 3164 has in the tag. */
  readonly tag: string
}
const daemons: readonly Daemon[] = [
  { name: 'rsyslogd', packages: ['rsyslog', 'rsyslog-gnutls'], start: startRsyslog, tag: 'shop[4711]' },
  { name: 'syslog-ng', packages: ['syslog-ng-core'], start: startSyslogNg, tag: 'shop[4711]:' },
]

describe.each(daemons)('$name', ({ name, packages, start, tag }) => {
  test.for([
    { transport: 'udp', type: INPUT.syslogUdp },
    { transport: 'tcp', type: INPUT.syslogTcp },
    { transport: 'tls', type: INPUT.syslogTcp },
  ] as const)('forwards over $transport', { timeout: 60_000 }, async ({ transport, type }, context) => {
    const program = present(context, await debianProgram({ name, packages }))
    await using folder = await temporaryFolder()
    const { files, client } = await testCertificates(folder.path)
    const tls = {
      authority: files.authority,
      clientCertificate: join(folder.path, 'client.pem'),
      clientKey: join(folder.path, 'client.key'),
    }
    await writeFile(tls.clientCertificate, client.certificate)
    await writeFile(tls.clientKey, client.key)
    const input = await receiver.launch(type, {
      tls_enable: transport === 'tls',
      tls_cert_file: files.serverCertificate,
      tls_key_file: files.serverKey,
      tls_client_auth: 'required',
      tls_client_auth_cert_file: files.authority,
    })
    const listenPort = await freePort()
    await using daemon = await start(program, {
      listenPort,
      targetPort: input.port,
      transport,
      folder: folder.path,
      tls,
    })
    context.onTestFailed(() => console.error(`${name} printed: ${daemon.output()}`))
    await relay(listenPort, [line('shop', TEXT), line(MULTILINE_PROGRAM, TWO_LINES)])
    const rows = await receiver.stored(input, expected(tag).length)
    expect(rows.toSorted(byMessage)).toEqual(expected(tag).toSorted(byMessage))
  })
})

const byMessage = (one: { message?: unknown }, other: { message?: unknown }) =>
  String(one.message).localeCompare(String(other.message))

/** Sends octet-counted lines once the daemon listens. */
async function relay(port: number, lines: readonly string[]): Promise<void> {
  await expect.poll(() => canConnect(port)).toBe(true)
  const socket = connect(port, '127.0.0.1')
  socket.end(lines.map((text) => `${Buffer.byteLength(text)} ${text}`).join(''))
  await once(socket.resume(), 'close')
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(() => resolve(true)))
    socket.on('error', () => resolve(false))
  })
}
