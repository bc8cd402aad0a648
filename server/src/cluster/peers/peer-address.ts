import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { LogyardError } from '../../platform/errors.ts'

const nodeUrlRefused = (url: string) =>
  new LogyardError('invalid', 'settings-refused', `LOGYARD_NODE_URL: other nodes cannot reach ${url}`)

const WILDCARDS: ReadonlySet<string> = new Set(['0.0.0.0', '[::]'])

/**
 * The address of this node's API for other nodes, with a slash at the end: the setting, else the address that it listens
 * on. A node that listens on all addresses announces its first one that other machines can reach.
 */
export function peerAddressOf(listeningUrl: string, nodeUrl: string): string {
  const url = new URL(nodeUrl === '' ? listeningUrl : checkedUrl(nodeUrl))
  if (nodeUrl === '' && WILDCARDS.has(url.hostname)) url.hostname = firstOuterAddress() ?? url.hostname
  return `${url.href.replace(/\/$/, '')}/api/`
}

function checkedUrl(nodeUrl: string): string {
  if (!URL.canParse(nodeUrl) || WILDCARDS.has(new URL(nodeUrl).hostname)) throw nodeUrlRefused(nodeUrl)
  return nodeUrl
}

function firstOuterAddress(): string | undefined {
  const outer = Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.filter(({ internal, address }) => !internal && !/^(169\.254\.|fe80:)/i.test(address)),
  )
  const found = outer.find(({ family }) => family === 'IPv4') ?? outer[0]
  return found?.family === 'IPv6' ? `[${found.address}]` : found?.address
}

/** Whether only programs of the same machine reach the address. */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  return (
    hostname === 'localhost' ||
    WILDCARDS.has(hostname) ||
    host === '::1' ||
    (isIP(host) === 4 && host.startsWith('127.'))
  )
}
