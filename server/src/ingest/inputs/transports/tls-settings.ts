/** The TLS options of an input. Unusable settings fail with an explanation; security is never weakened silently. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { createSecureContext, type TlsOptions } from 'node:tls'
import { textSetting } from '@logyard/codecs/config-fields'
import type { InputConfiguration } from '@logyard/contract/ingest/inputs'
import type { Clock } from '../../../platform/clock.ts'
import type { Ids } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import { makeCertificate } from './make-certificate.ts'
import { InputFailure } from './transport.ts'

export interface TlsDeps {
  readonly configuration: InputConfiguration
  readonly log: Log
  readonly clock: Clock
  readonly ids: Ids
}

const HANDSHAKE_MS = 30_000
const SELF_SIGNED_MS = 365 * 86_400_000
const MAX_FILE_BYTES = 1024 * 1024
const MAX_TRUSTED_FILES = 1000

/** Undefined if TLS is disabled. */
export async function tlsOptions(deps: TlsDeps): Promise<TlsOptions | undefined> {
  if (deps.configuration['tls_enable'] !== true) return undefined
  const options: TlsOptions = {
    ...(await ownCertificate(deps)),
    ...(await clientAuthentication(deps)),
    minVersion: 'TLSv1.2',
    handshakeTimeout: HANDSHAKE_MS,
  }
  try {
    createSecureContext(options)
  } catch (error) {
    throw new InputFailure(`The TLS certificate and key cannot be used: ${reasonOf(error)}`, { cause: error })
  }
  return options
}

async function ownCertificate({ configuration, log, clock, ids }: TlsDeps): Promise<TlsOptions> {
  const certificatePath = textSetting(configuration, 'tls_cert_file')
  const keyPath = textSetting(configuration, 'tls_key_file')
  if (!(await isThere(certificatePath)) || !(await isThere(keyPath))) {
    log.warn({ certificatePath, keyPath }, 'tls certificate or key is missing, a self-signed one is made')
    const now = clock.now()
    const serial = ids.bytes(16)
    const to = new Date(now.getTime() + SELF_SIGNED_MS)
    const made = makeCertificate({ commonName: hostname(), names: [hostname(), 'localhost'], serial, from: now, to })
    return { cert: made.certificate, key: made.key }
  }
  const cert = await readText(certificatePath, 'TLS certificate')
  const key = await readText(keyPath, 'TLS private key')
  const password = textSetting(configuration, 'tls_key_password')
  checkCertificate(cert, certificatePath)
  checkKey(key, keyPath, password)
  return { cert, key, ...(password === undefined ? {} : { passphrase: password }) }
}

async function clientAuthentication({ configuration, log }: TlsDeps): Promise<TlsOptions> {
  const mode = configuration['tls_client_auth']
  if (mode !== 'optional' && mode !== 'required') return {}
  const wanted: TlsOptions = { requestCert: true, rejectUnauthorized: mode === 'required' }
  const path = textSetting(configuration, 'tls_client_auth_cert_file')
  if (path === undefined) {
    log.warn('no certificates to trust clients by are configured, those of the system are used')
    return wanted
  }
  return { ...wanted, ca: await trustedCertificates(path) }
}

async function trustedCertificates(path: string): Promise<readonly string[] & string[]> {
  const isFolder = await stat(path).then(
    (stats) => stats.isDirectory(),
    (error: unknown) => {
      throw new InputFailure(`The trusted client certificates ${path} cannot be read: ${reasonOf(error)}`)
    },
  )
  const names = isFolder
    ? (await readdir(path))
        .sort()
        .slice(0, MAX_TRUSTED_FILES)
        .map((name) => join(path, name))
    : [path]
  const texts: string[] = []
  for (const name of names) {
    const text = await readText(name, 'trusted client certificate')
    checkCertificate(text, name)
    texts.push(text)
  }
  if (texts.length === 0) throw new InputFailure(`There are no trusted client certificates in ${path}`)
  return texts
}

async function isThere(path: string | undefined): Promise<boolean> {
  if (path === undefined) return false
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  )
}

async function readText(path: string | undefined, what: string): Promise<string> {
  if (path === undefined) return ''
  try {
    const stats = await stat(path)
    if (!stats.isFile()) throw new InputFailure(`The ${what} ${path} is not a file`)
    if (stats.size > MAX_FILE_BYTES)
      throw new InputFailure(`The ${what} ${path} is longer than ${MAX_FILE_BYTES} bytes`)
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof InputFailure) throw error
    throw new InputFailure(`The ${what} ${path} cannot be read: ${reasonOf(error)}`, { cause: error })
  }
}

function checkCertificate(text: string, path: string | undefined): void {
  try {
    new X509Certificate(text)
  } catch (error) {
    throw new InputFailure(`${path} is not a PEM certificate: ${reasonOf(error)}`, { cause: error })
  }
}

function checkKey(text: string, path: string | undefined, password: string | undefined): void {
  if (/-----BEGIN (?:RSA|EC|DSA) PRIVATE KEY-----/.test(text)) {
    throw new InputFailure(`The TLS private key ${path} is not in PKCS#8 format`)
  }
  try {
    createPrivateKey({ key: text, ...(password === undefined ? {} : { passphrase: password }) })
  } catch (error) {
    throw new InputFailure(`The TLS private key ${path} cannot be used: ${reasonOf(error)}`, { cause: error })
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
