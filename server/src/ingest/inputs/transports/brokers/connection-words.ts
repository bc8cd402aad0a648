/** What failed below the protocol of a broker, in words. */

const NETWORK: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was closed',
  EPIPE: 'the connection was closed',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name cannot be resolved',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'it does not answer',
}

const NOT_TRUSTED = 'its authority is not trusted. Install its authority on the server'

const CERTIFICATE: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed. Install it on the server as an authority',
  SELF_SIGNED_CERT_IN_CHAIN: NOT_TRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NOT_TRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: NOT_TRUSTED,
  CERT_HAS_EXPIRED: 'it has expired. Renew it on the broker',
  CERT_NOT_YET_VALID: 'it is not valid yet. Compare the clocks of broker and server',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it was issued for another host name. Enter a host name of the certificate',
}

/** Alerts of the peer. */
const CLIENT_CERTIFICATE = /^ERR_SSL_\w*ALERT_(\w*CERTIFICATE\w*|UNKNOWN_CA)$/

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

/** Undefined if the error is none of the network or of TLS. */
export function connectionWords(error: unknown, broker: string): { text: string; isTemporary: boolean } | undefined {
  for (const one of errorsWithin(error)) {
    const code = codeOf(one)
    if (CLIENT_CERTIFICATE.test(code)) {
      return { text: `${broker} expects a client certificate, or refuses the one that it got.`, isTemporary: false }
    }
    // It has the code of a lost connection.
    if (/before secure TLS connection/i.test(one.message)) {
      const text = `${broker} closes the connection during the TLS handshake. It may not speak TLS on this port.`
      return { text, isTemporary: true }
    }
    const network = NETWORK[code]
    if (network !== undefined) return { text: `${broker} cannot be reached: ${network}.`, isTemporary: true }
    const certificate = CERTIFICATE[code]
    if (certificate !== undefined) {
      return { text: `The TLS certificate of ${broker} is refused: ${certificate}.`, isTemporary: false }
    }
    if (/wrong version number|packet length too long/i.test(one.message)) {
      return { text: `${broker} does not speak TLS on this port.`, isTemporary: false }
    }
    if (code.startsWith('ERR_SSL_') || code === 'EPROTO') {
      return { text: `${broker} refuses the TLS handshake: ${one.message}`, isTemporary: false }
    }
  }
  return undefined
}
