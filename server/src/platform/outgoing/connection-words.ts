/** What failed below the protocol of an outside service, in words. */

const NO_ANSWER = (peer: string) => `${peer} does not answer (timed out).`
const CLOSED = (peer: string) => `${peer} closed the connection.`

const NETWORK: Readonly<Record<string, (peer: string) => string>> = {
  ECONNREFUSED: (peer) => `Nothing answers at ${peer} (connection refused).`,
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  UND_ERR_SOCKET: CLOSED,
  ENOTFOUND: (peer) => `${peer} cannot be reached: the host name is unknown.`,
  EAI_AGAIN: (peer) => `${peer} cannot be reached: the host name cannot be resolved.`,
  EHOSTUNREACH: (peer) => `${peer} cannot be reached: there is no way to the host.`,
  ENETUNREACH: (peer) => `${peer} cannot be reached: there is no way to its network.`,
  ETIMEDOUT: NO_ANSWER,
  UND_ERR_CONNECT_TIMEOUT: NO_ANSWER,
}

const NOT_TRUSTED = 'its authority is not trusted. Install its authority on the server'

const CERTIFICATE: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed. Install it on the server as an authority',
  SELF_SIGNED_CERT_IN_CHAIN: NOT_TRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NOT_TRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: NOT_TRUSTED,
  CERT_HAS_EXPIRED: 'it has expired. Renew it there',
  CERT_NOT_YET_VALID: 'it is not valid yet. Compare the clocks there and here',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it was issued for another host name. Enter a host name of the certificate',
}

/** Alerts of the peer. */
const CLIENT_CERTIFICATE = /^ERR_SSL_\w*ALERT_(\w*CERTIFICATE\w*|UNKNOWN_CA)$/

interface ConnectionWords {
  readonly text: string
  /** A retry may help. */
  readonly isTemporary: boolean
}

/** Every error of a chain of causes and of collected errors, the outermost first. */
export function errorsWithin(error: unknown): readonly Error[] {
  const found: Error[] = []
  const open: unknown[] = [error]
  for (let at = 0; at < open.length && found.length < 100; at += 1) {
    const one = open[at]
    if (!(one instanceof Error)) continue
    found.push(one)
    open.push(one.cause, ...(one instanceof AggregateError ? one.errors : []))
  }
  return found
}

export const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

/**
 * Undefined if the error is none of the network or of TLS. `peer` is the address as users know it; by default it is the
 * one that the error names.
 */
export function connectionWords(error: unknown, peer?: string): ConnectionWords | undefined {
  for (const one of errorsWithin(error)) {
    const words = wordsOf(one, peer ?? peerOf(one))
    if (words !== undefined) return words
  }
  return undefined
}

function wordsOf(error: Error, peer: string): ConnectionWords | undefined {
  const code = codeOf(error)
  if (CLIENT_CERTIFICATE.test(code)) {
    return { text: `${peer} expects a client certificate, or refuses the one that it got.`, isTemporary: false }
  }
  // It has the code of a lost connection.
  if (/before secure TLS connection/i.test(error.message)) {
    const text = `${peer} closes the connection during the TLS handshake. It may not speak TLS on this port.`
    return { text, isTemporary: true }
  }
  const network = NETWORK[code] ?? NETWORK[codeInText(error.message)]
  if (network !== undefined) return { text: network(peer), isTemporary: true }
  const certificate = CERTIFICATE[code]
  if (certificate !== undefined) {
    return { text: `The TLS certificate of ${peer} is refused: ${certificate}.`, isTemporary: false }
  }
  if (/wrong version number|packet length too long/i.test(error.message)) {
    return { text: `${peer} does not speak TLS on this port.`, isTemporary: false }
  }
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO') {
    return { text: `${peer} refuses the TLS handshake: ${error.message}`, isTemporary: false }
  }
  return undefined
}

/** The mail client replaces the code of an error, but not its text: `connect ECONNREFUSED 127.0.0.1:25`. */
const codeInText = (message: string): string =>
  /^(?:connect|getaddrinfo|read|write) (E[A-Z_]+)\b/.exec(message)?.[1] ?? ''

function peerOf(error: Error): string {
  const { address, port, hostname } = { ...Object(error) }
  if (typeof hostname === 'string') return hostname
  if (typeof address !== 'string') return 'The server'
  const host = address.includes(':') ? `[${address}]` : address
  return port === undefined ? host : `${host}:${port}`
}
