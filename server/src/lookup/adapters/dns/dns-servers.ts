import { Resolver } from 'node:dns'
import { isIP, isIPv6 } from 'node:net'

export interface DnsServer {
  readonly host: string
  readonly port: number
}

const DNS_PORT = 53
/** Addresses in one configuration. */
const MAX_SERVERS = 20

/** The servers of a comma-separated list of `ip` and `ip:port`; undefined if one of them is invalid. */
export function parseDnsServers(text: string): readonly DnsServer[] | undefined {
  const parts = text.split(',').map((part) => part.trim())
  const servers = parts.flatMap((part) => parseServer(part) ?? [])
  return servers.length === parts.length && servers.length <= MAX_SERVERS ? servers : undefined
}

/** The resolvers of the operating system. */
export const systemDnsServers = (): readonly DnsServer[] => parseDnsServers(new Resolver().getServers().join(',')) ?? []

function parseServer(text: string): DnsServer | undefined {
  if (isIPv6(text)) return { host: text, port: DNS_PORT }
  const { bracketed, plain, digits } = SERVER.exec(text)?.groups ?? {}
  const host = bracketed ?? plain ?? ''
  const port = digits === undefined ? DNS_PORT : Number(digits)
  const isHost = bracketed === undefined ? isIP(host) === 4 : isIPv6(host)
  return isHost && port > 0 && port < 65_536 ? { host, port } : undefined
}

const SERVER = /^(?:\[(?<bracketed>[0-9a-f:.%]+)\]|(?<plain>[\d.]+))(?::(?<digits>\d{1,5}))?$/i
