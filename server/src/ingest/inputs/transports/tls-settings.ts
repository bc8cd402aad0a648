/** The TLS options of an input. Unusable settings fail with an explanation; security is never weakened silently. */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { hostname } from 'node:os'
import { createSecureContext, type TlsOptions } from 'node:tls'
import { textSetting } from '@logyard/codecs/config-fields'
import type { InputConfiguration } from '@logyard/contract/ingest/inputs'
import type { Clock } from '../../../platform/clock.ts'
import type { Ids } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import { makeCertificate } from './make-certificate.ts'
import { InputFailure, type InputFiles } from './transport.ts'

export interface TlsDeps {
  readonly configuration: InputConfiguration
  readonly files: InputFiles
  readonly log: Log
  readonly clock: Clock
  readonly ids: Ids
}

const HANDSHAKE_MS = 30_000
const SELF_SIGNED_MS = 365 * 86_400_000
const CERTIFICATE = 'The TLS certificate'
const KEY = 'The TLS private key'

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

async function ownCertificate({ configuration, files, log, clock, ids }: TlsDeps): Promise<TlsOptions> {
  const certificatePath = textSetting(configuration, 'tls_cert_file')
  const keyPath = textSetting(configuration, 'tls_key_file')
  if (
    certificatePath === undefined ||
    keyPath === undefined ||
    !(await files.exists(certificatePath, CERTIFICATE)) ||
    !(await files.exists(keyPath, KEY))
  ) {
    log.warn({ certificatePath, keyPath }, 'tls certificate or key is missing, a self-signed one is made')
    const now = clock.now()
    const serial = ids.bytes(16)
    const to = new Date(now.getTime() + SELF_SIGNED_MS)
    const made = makeCertificate({ commonName: hostname(), names: [hostname(), 'localhost'], serial, from: now, to })
    return { cert: made.certificate, key: made.key }
  }
  const cert = await readText(files, certificatePath, CERTIFICATE)
  const key = await readText(files, keyPath, KEY)
  const password = textSetting(configuration, 'tls_key_password')
  checkCertificate(cert, certificatePath)
  checkKey(key, keyPath, password)
  return { cert, key, ...(password === undefined ? {} : { passphrase: password }) }
}

async function clientAuthentication({ configuration, files, log }: TlsDeps): Promise<TlsOptions> {
  const mode = configuration['tls_client_auth']
  if (mode !== 'optional' && mode !== 'required') return {}
  const wanted: TlsOptions = { requestCert: true, rejectUnauthorized: mode === 'required' }
  const path = textSetting(configuration, 'tls_client_auth_cert_file')
  if (path === undefined) {
    log.warn('no certificates to trust clients by are configured, those of the system are used')
    return wanted
  }
  return { ...wanted, ca: await trustedCertificates(files, path) }
}

async function trustedCertificates(files: InputFiles, path: string): Promise<string[]> {
  const texts: string[] = []
  for (const name of await files.list(path, 'The trusted client certificates')) {
    const text = await readText(files, name, 'The trusted client certificate')
    checkCertificate(text, name)
    texts.push(text)
  }
  if (texts.length === 0) throw new InputFailure(`There are no trusted client certificates in ${path}`)
  return texts
}

const readText = async (files: InputFiles, path: string, what: string): Promise<string> =>
  (await files.read(path, what)).toString('utf8')

function checkCertificate(text: string, path: string): void {
  try {
    new X509Certificate(text)
  } catch (error) {
    throw new InputFailure(`${path} is not a PEM certificate: ${reasonOf(error)}`, { cause: error })
  }
}

function checkKey(text: string, path: string, password: string | undefined): void {
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
