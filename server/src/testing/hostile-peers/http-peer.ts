import type { PeerProtocol } from './peer-protocol.ts'

const END = '\r\n'
function response(body: string, headers: readonly string[] = [], line = 'HTTP/1.1 200 OK'): Buffer {
  const all = [line, 'content-type: application/json', `content-length: ${Buffer.byteLength(body)}`, ...headers]
  return Buffer.from(`${all.join(END)}${END}${END}${body}`)
}
/** A whole response in these words. */
const raw = (...lines: readonly string[]) => Buffer.from(lines.join(END))

const VALUE = '{"value":"x"}'
const DEEP = 200_000
const MANY_HEADERS = 5000
const LONG_LINE = 1_000_000

const wrongHttp = (): readonly Buffer[] => [
  raw('HTTP/1.1 200 OK', 'content-length: -1', '', VALUE),
  raw('HTTP/1.1 200 OK', 'content-length: 99999999999999999999', '', VALUE),
  raw('HTTP/1.1 200 OK', 'content-length: 3', 'content-length: 5', '', VALUE),
  raw('HTTP/1.1 200 OK', 'transfer-encoding: chunked', '', 'ffffffffffffffff', VALUE),
  raw('HTTP/1.1 200 OK', 'transfer-encoding: chunked', '', '-5', VALUE),
  raw('HTTP/9.9 999999 ', '', VALUE),
  raw('HTTP/1.1 -1 no', '', ''),
  raw('HTTP/1.1 200 OK', 'no colon', '\0: \0', '', VALUE),
  raw('HTTP/1.1 101 Switching Protocols', 'upgrade: h2c', 'connection: upgrade', '', ''),
  raw('HTTP/1.1 200 OK', `x: ${'y'.repeat(LONG_LINE)}`, '', VALUE),
  raw('HTTP/1.1 200 OK', ...Array.from({ length: MANY_HEADERS }, (_, i) => `x-${i}: y`), '', VALUE),
  response('not zipped', ['content-encoding: gzip']),
  response(VALUE, ['content-encoding: br']),
  response('', ['location: /again'], 'HTTP/1.1 302 Found'),
  response('', ['location: http://[::ffff:169.254.169.254]/'], 'HTTP/1.1 307 Temporary Redirect'),
  response('', ['location: javascript:alert(1)'], 'HTTP/1.1 301 Moved Permanently'),
  response('['.repeat(DEEP)),
  response('<html><body>no JSON</body></html>', ['content-type: text/html']),
  response('{"value":{"__proto__":{"x":1}},"constructor":null}'),
  response(`{"value":${'9'.repeat(DEEP)}}`),
  response('null'),
  response('', [], 'HTTP/1.1 204 No Content'),
  response('{"error":"\ud800"}', [], 'HTTP/1.1 500 Internal Server Error'),
]

export const http: PeerProtocol = { steps: 1, answer: () => response(VALUE), wrong: wrongHttp }

const hostOf = (request: Buffer) => /^host: (\S+)/im.exec(request.toString('latin1'))?.[1] ?? '127.0.0.1'
const metadataOf = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/authorize`,
  token_endpoint: `${origin}/token`,
  jwks_uri: `${origin}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
})

/** A provider of OpenID Connect: its metadata, and keys that it has none of. */
export const oidc: PeerProtocol = {
  steps: 3,
  answer(request) {
    const path = request.toString('latin1').split(' ', 2)[1] ?? ''
    if (path.includes('/.well-known/')) return response(JSON.stringify(metadataOf(`http://${hostOf(request)}`)))
    return response('{"keys":[]}')
  },
  wrong(request) {
    const right = metadataOf(`http://${hostOf(request)}`)
    const wrongMetadata: readonly object[] = [
      { ...right, issuer: 'https://another.example' },
      { ...right, authorization_endpoint: 'javascript:alert(1)' },
      { ...right, authorization_endpoint: 7, token_endpoint: [], jwks_uri: {} },
      { ...right, jwks_uri: 'file:///etc/passwd' },
      { ...right, token_endpoint: 'http://[::1' },
      { ...right, id_token_signing_alg_values_supported: 'none' },
      [right],
      {},
    ]
    return [...wrongMetadata.map((each) => response(JSON.stringify(each))), ...wrongHttp()]
  },
}
