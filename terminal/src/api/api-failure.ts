/** A response that says no. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure'
  readonly status: number

  constructor(status: number, body: string) {
    super(messageIn(body) ?? `The server answered with status ${status}.`)
    this.status = status
  }
}

/** No response, or only a part of one. */
export class ServerUnreachable extends Error {
  override readonly name = 'ServerUnreachable'
}

function messageIn(body: string): string | undefined {
  try {
    const { message } = Object(JSON.parse(body))
    return typeof message === 'string' && message !== '' ? message : undefined
  } catch {
    return undefined
  }
}

/** What the checks of certificates find when no known authority has signed. */
const UNKNOWN_AUTHORITY = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

export function unreachable(url: string, error: unknown): ServerUnreachable {
  const { code, message }: { code?: unknown; message?: unknown } = Object(error)
  const reason = typeof message === 'string' && message !== '' ? message : String(code ?? error)
  const advice = UNKNOWN_AUTHORITY.has(String(code))
    ? '\nNo known authority has signed its certificate: name the file with that of yours by --ca FILE or LOGYARD_CA.'
    : ''
  return new ServerUnreachable(`${url} cannot be reached: ${reason}${advice}`, { cause: error })
}
