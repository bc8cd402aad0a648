/** TLS and SASL from the properties of Kafka's Java client. */
import { type ConnectionOptions, createSecureContext } from 'node:tls'
import type { SASLOptions } from '@platformatic/kafka'
import { systemCertificates } from '../brokers/system-certificates.ts'
import { InputFailure, type InputFiles } from '../transport.ts'

export interface KafkaSecurity {
  readonly tls?: ConnectionOptions
  readonly sasl?: SASLOptions
}

const PROTOCOLS = ['PLAINTEXT', 'SSL', 'SASL_PLAINTEXT', 'SASL_SSL']
const MECHANISMS = ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'] as const

type Take = (name: string) => string | undefined

export async function kafkaSecurity(take: Take, files: InputFiles): Promise<KafkaSecurity> {
  const protocol = (take('security.protocol') ?? 'PLAINTEXT').toUpperCase()
  if (!PROTOCOLS.includes(protocol)) {
    throw new InputFailure(`security.protocol is ${protocol}; it must be one of ${PROTOCOLS.join(', ')}.`)
  }
  // Both are read in any case, so that no property counts as unknown.
  const tls = await tlsOptions(take, files)
  const sasl = saslOptions(take, protocol.startsWith('SASL'))
  return {
    ...(protocol.endsWith('SSL') ? { tls } : {}),
    ...(sasl === undefined ? {} : { sasl }),
  }
}

function saslOptions(take: Take, isUsed: boolean): SASLOptions | undefined {
  const name = take('sasl.mechanism') ?? 'PLAIN'
  const jaas = take('sasl.jaas.config')
  if (!isUsed) return undefined
  const mechanism = MECHANISMS.find((one) => one === name.toUpperCase())
  if (mechanism === undefined) {
    throw new InputFailure(`sasl.mechanism ${name} is not supported; use one of ${MECHANISMS.join(', ')}.`)
  }
  const { username, password } = jaasOptions(jaas ?? '')
  if (username === undefined || password === undefined) {
    throw new InputFailure('sasl.jaas.config has no username and password.')
  }
  return { mechanism, username, password }
}

/** `org.apache.kafka.….PlainLoginModule required username="…" password="…";` */
function jaasOptions(text: string): Readonly<Record<string, string | undefined>> {
  const options: Record<string, string> = {}
  for (const [, name = '', quoted, plain = ''] of text.matchAll(/(\w+)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^\s;"]+))/gs)) {
    options[name] = quoted === undefined ? plain : quoted.replace(/\\(.)/gs, '$1')
  }
  return options
}

async function tlsOptions(take: Take, files: InputFiles): Promise<ConnectionOptions> {
  const isVerified = take('ssl.endpoint.identification.algorithm') !== ''
  const options: ConnectionOptions = {
    ca: await trusted(take, files),
    ...(await ownCertificate(take, files)),
    minVersion: minVersion(take),
    // An empty algorithm is Kafka's way to accept a certificate for any host name.
    ...(isVerified ? {} : { checkServerIdentity: () => undefined }),
  }
  try {
    createSecureContext(options)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new InputFailure(`The certificates in the custom properties cannot be used: ${reason}`, { cause: error })
  }
  return options
}

function minVersion(take: Take): 'TLSv1.2' | 'TLSv1.3' {
  const enabled = take('ssl.enabled.protocols')
  const only = take('ssl.protocol')
  return (enabled ?? only ?? 'TLSv1.2').includes('TLSv1.2') ? 'TLSv1.2' : 'TLSv1.3'
}

async function trusted(take: Take, files: InputFiles): Promise<string[] | string> {
  const inline = take('ssl.truststore.certificates')
  const location = take('ssl.truststore.location')
  const type = take('ssl.truststore.type')
  take('ssl.truststore.password')
  if (inline !== undefined) return inline
  if (location === undefined) return systemCertificates()
  return readPem(files, { location, store: 'ssl.truststore', type })
}

async function ownCertificate(take: Take, files: InputFiles): Promise<ConnectionOptions> {
  const cert = take('ssl.keystore.certificate.chain')
  const key = take('ssl.keystore.key')
  const location = take('ssl.keystore.location')
  const type = take('ssl.keystore.type')
  const storePassword = take('ssl.keystore.password')
  const passphrase = take('ssl.key.password') ?? storePassword
  const secret = passphrase === undefined ? {} : { passphrase }
  if (cert !== undefined && key !== undefined) return { cert, key, ...secret }
  if (location === undefined) return {}
  if (type?.toUpperCase() === 'PKCS12' || /\.(p12|pfx)$/i.test(location)) {
    return { pfx: await files.read(location, 'ssl.keystore.location'), ...secret }
  }
  const pem = await readPem(files, { location, store: 'ssl.keystore', type })
  return { cert: pem, key: pem, ...secret }
}

interface Store {
  readonly location: string
  readonly store: string
  readonly type: string | undefined
}

async function readPem(files: InputFiles, { location, store, type }: Store): Promise<string> {
  const text = (await files.read(location, `${store}.location`)).toString('utf8')
  if (text.includes('-----BEGIN ')) return text
  throw new InputFailure(
    `${store}.location ${location} is ${type ?? 'no PEM file'}. Export it as PEM and set ${store}.type=PEM.`,
  )
}
