import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import { type ConnectionOptions, connect } from 'node:tls'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { testCertificates } from '../testing/certificates.ts'
import { startInputs } from '../testing/start-inputs.ts'
import { tcpClient } from '../testing/tcp-client.ts'

const RAW_TCP = 'org.graylog2.inputs.raw.tcp.RawTCPInput'
const GELF_HTTP = 'org.graylog2.inputs.gelf.http.GELFHttpInput'

async function start() {
  await using starting = new AsyncDisposableStack()
  const folder = starting.use(await temporaryFolder())
  const world = starting.use(await startInputs())
  const certificates = await testCertificates(folder.path)
  const configuration = {
    tls_enable: true,
    tls_cert_file: certificates.files.serverCertificate,
    tls_key_file: certificates.files.serverKey,
  }
  const running = starting.move()
  return {
    world,
    folder: folder.path,
    certificates,
    configuration,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

async function tlsClient(port: number, options: ConnectionOptions) {
  const socket = connect({ host: '127.0.0.1', port, ...options })
  await once(socket, 'secureConnect')
  return tcpClient(port, socket)
}

test('messages are accepted over TLS 1.2 and 1.3, but not over older versions or plain text', async () => {
  await using tls = await start()
  const { port } = await tls.world.launch(RAW_TCP, tls.configuration)
  const trust = { ca: tls.certificates.authority.certificate }
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    using client = await tlsClient(port, { ...trust, minVersion: version, maxVersion: version })
    await client.write(`${version}\n`)
    expect(await tls.world.receivedTexts(1)).toEqual([version])
  }
  await expect(tlsClient(port, { ...trust, minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1' })).rejects.toThrow()
  using plain = await tcpClient(port)
  await plain.write('plain text\n')
  await plain.closed()
})

test('where client certificates are required, only trusted ones are accepted', async () => {
  await using tls = await start()
  const { client: known, stranger, authority, files } = tls.certificates
  const trusted = join(tls.folder, 'trusted')
  await mkdir(trusted)
  await writeFile(join(trusted, 'authority.pem'), authority.certificate)
  for (const path of [files.authority, trusted]) {
    const { port } = await tls.world.launch(RAW_TCP, {
      ...tls.configuration,
      tls_client_auth: 'required',
      tls_client_auth_cert_file: path,
    })
    const say = async (options: ConnectionOptions) => {
      using client = await tlsClient(port, { ca: authority.certificate, ...options })
      await client.write('hello\n')
      await client.end()
    }
    await say({ cert: known.certificate, key: known.key })
    await say({ cert: stranger.certificate, key: stranger.key }).catch(() => undefined)
    await say({}).catch(() => undefined)
    await tls.world.journal.flushed()
    expect((await tls.world.drain()).length).toBe(1)
  }
})

test('an optional client certificate is requested and may be missing', async () => {
  await using tls = await start()
  const { port } = await tls.world.launch(RAW_TCP, {
    ...tls.configuration,
    tls_client_auth: 'optional',
    tls_client_auth_cert_file: tls.certificates.files.authority,
  })
  using client = await tlsClient(port, { ca: tls.certificates.authority.certificate })
  await client.write('hello\n')
  expect(await tls.world.receivedTexts(1)).toEqual(['hello'])
})

test('without a certificate a self-signed one is made and logged', async () => {
  await using tls = await start()
  const { port } = await tls.world.launch(RAW_TCP, { tls_enable: true, tls_cert_file: '/no/such/file' })
  expect(tls.world.logged()).toContainEqual(
    expect.objectContaining({ level: 40, msg: 'tls certificate or key is missing, a self-signed one is made' }),
  )
  using client = await tlsClient(port, { rejectUnauthorized: false })
  await client.write('hello\n')
  expect(await tls.world.receivedTexts(1)).toEqual(['hello'])
})

test('an encrypted key is decrypted with its password', async () => {
  await using tls = await start()
  const path = join(tls.folder, 'encrypted.key')
  const cipher = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'sesame' } as const
  await writeFile(path, createPrivateKey(tls.certificates.server.key).export(cipher))
  const configuration = { ...tls.configuration, tls_key_file: path }
  const { port } = await tls.world.launch(RAW_TCP, { ...configuration, tls_key_password: 'sesame' })
  using client = await tlsClient(port, { ca: tls.certificates.authority.certificate })
  await client.write('hello\n')
  expect(await tls.world.receivedTexts(1)).toEqual(['hello'])
  await expect(tls.world.launch(RAW_TCP, { ...configuration, tls_key_password: 'wrong' })).rejects.toThrow(
    `The TLS private key ${path} cannot be used`,
  )
})

test('unusable files are named in the error', async () => {
  await using tls = await start()
  const { world, configuration, certificates, folder } = tls
  const write = async (name: string, text: string) => {
    const path = join(folder, name)
    await writeFile(path, text)
    return path
  }
  const pkcs1 = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs1', format: 'pem' })
  const key = await write('pkcs1.key', String(pkcs1))
  const garbage = await write('garbage.pem', 'no certificate')
  const other = await write('other.key', certificates.stranger.key)
  const launch = (more: object) => world.launch(RAW_TCP, { ...configuration, ...more })
  await expect(launch({ tls_key_file: key })).rejects.toThrow(`${key} is not in PKCS#8 format`)
  await expect(launch({ tls_cert_file: garbage })).rejects.toThrow(`${garbage} is not a PEM certificate`)
  await expect(launch({ tls_cert_file: folder })).rejects.toThrow(`${folder} is not a file`)
  await expect(launch({ tls_key_file: other })).rejects.toThrow('certificate and key cannot be used')
  const auth = { tls_client_auth: 'required', tls_client_auth_cert_file: '/no/such/file' }
  await expect(launch(auth)).rejects.toThrow('The trusted client certificates /no/such/file cannot be read')
})

test('GELF over HTTPS', async () => {
  await using tls = await start()
  const input = await tls.world.launch(GELF_HTTP, tls.configuration)
  const status = await new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: input.port, path: '/gelf', method: 'POST', agent: false }
    const sent = request({ ...options, ca: tls.certificates.authority.certificate }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode))
    })
    sent.once('error', reject)
    sent.end('{"short_message":"over https"}')
  })
  expect(status).toBe(202)
  expect(await tls.world.receivedTexts(1)).toEqual(['{"short_message":"over https"}'])
  expect(tls.world.metric(input, 'total_connections')).toBe(1)
})
