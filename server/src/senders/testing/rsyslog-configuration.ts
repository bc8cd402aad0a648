import { type Forwarding, MULTILINE_PROGRAM } from './forwarding.ts'

/** Forwards each message twice: as RFC 5424, and as RFC 3164 with a date of RFC 3339. */
export function rsyslogConfiguration({ listenPort, targetPort, transport, folder, tls }: Forwarding): string {
  const stream = transport === 'udp' ? '' : 'TCP_Framing="octet-counted"'
  const encryption =
    transport === 'tls'
      ? 'StreamDriver="gtls" StreamDriverMode="1" StreamDriverAuthMode="x509/name" StreamDriverPermittedPeers="localhost"'
      : ''
  const protocol = transport === 'udp' ? 'udp' : 'tcp'
  const forward = (template: string) =>
    `action(type="omfwd" target="127.0.0.1" port="${targetPort}" protocol="${protocol}" template="${template}" ` +
    `${stream} ${encryption})`
  return `
global(
  workDirectory="${folder}"
  parser.escapeControlCharactersOnReceive="off"
  DefaultNetstreamDriverCAFile="${tls.authority}"
  DefaultNetstreamDriverCertFile="${tls.clientCertificate}"
  DefaultNetstreamDriverKeyFile="${tls.clientKey}"
)
module(load="imptcp")
input(type="imptcp" address="127.0.0.1" port="${listenPort}")
${forward('RSYSLOG_SyslogProtocol23Format')}
if $programname != '${MULTILINE_PROGRAM}' then ${forward('RSYSLOG_ForwardFormat')}
`
}
