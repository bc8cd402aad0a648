import { type Forwarding, MULTILINE_PROGRAM } from './forwarding.ts'

/** Forwards each message twice: as RFC 5424, and as RFC 3164 with a date of ISO 8601. */
export function syslogNgConfiguration({ listenPort, targetPort, transport, tls }: Forwarding): string {
  const encryption =
    transport === 'tls'
      ? `tls(ca-file("${tls.authority}") cert-file("${tls.clientCertificate}") key-file("${tls.clientKey}")
        peer-verify(required-trusted))`
      : ''
  const target = `"127.0.0.1" port(${targetPort}) transport("${transport}") ${encryption}`
  return `@version: current
options { keep-hostname(yes); frac-digits(6); stats-freq(0); };
source received { syslog(ip("127.0.0.1") port(${listenPort}) transport("tcp")); };
destination structured { syslog(${target} persist-name("structured")); };
destination bsd { network(${target} template("<$PRI>$ISODATE $HOST $MSGHDR$MESSAGE\\n") persist-name("bsd")); };
filter has_one_line { not program("${MULTILINE_PROGRAM}"); };
log { source(received); destination(structured); };
log { source(received); filter(has_one_line); destination(bsd); };
`
}
