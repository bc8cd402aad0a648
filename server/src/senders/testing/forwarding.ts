/** What a syslog daemon is told: where to listen, where to forward to, and by which transport. */
export interface Forwarding {
  /** On the loopback; takes RFC 5424 in frames of counted octets. */
  readonly listenPort: number
  readonly targetPort: number
  readonly transport: 'udp' | 'tcp' | 'tls'
  /** For what the daemon keeps between its runs. */
  readonly folder: string
  readonly tls: {
    readonly authority: string
    readonly clientCertificate: string
    readonly clientKey: string
  }
}

/** What this program sends goes on in RFC 5424 only: it has newlines, which end a message of RFC 3164 on a stream. */
export const MULTILINE_PROGRAM = 'multiline'
