import type { Server } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { ConnectionSigns } from './connection-signs.ts'

/** Senders that speak no TLS to a port that requires it. */
const PLAIN_CODES: ReadonlySet<string> = new Set([
  'ERR_SSL_HTTP_REQUEST',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
])

/** Notes TLS handshakes that fail. Does nothing for servers without TLS, which never emit the event. */
export function watchHandshakes(server: Server, signs: ConnectionSigns): void {
  server.on('tlsClientError', (error: NodeJS.ErrnoException, socket: TLSSocket) => {
    const code = error.code ?? error.message
    // The peer left, as port scans and health checks do.
    if (code === 'ECONNRESET') return
    signs.see(PLAIN_CODES.has(code) ? 'plain-on-tls' : 'tls-refused', socket.remoteAddress, code)
  })
}
