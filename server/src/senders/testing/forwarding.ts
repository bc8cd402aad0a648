/** The configuration of a syslog daemon: where it listens, where it forwards to, and by which transport. */
export interface Forwarding {
  /** Port on the loopback interface; accepts octet-counted RFC 5424. */
  readonly listenPort: number
  readonly targetPort: number
  readonly transport: 'udp' | 'tcp' | 'tls'
  /** Folder for the daemon's persistent state. */
  readonly folder: string
  readonly tls: {
    readonly authority: string
    readonly clientCertificate: string
    readonly clientKey: string
  }
}

/** Messages of this program are forwarded only as RFC 5424: their newlines would end RFC 3164 messages on a stream. */
export const MULTILINE_PROGRAM = 'multiline'
