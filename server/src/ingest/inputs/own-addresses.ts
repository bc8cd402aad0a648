import { existsSync } from 'node:fs'
import { networkInterfaces } from 'node:os'

const MAX_ADDRESSES = 8
/** The networks of containers and virtual machines on this host, which other machines do not reach. */
const INNER_NETWORK = /^(docker|br-|veth|virbr|cni|flannel|cali)/
const LINK_LOCAL = /^169\.254\./
/** Docker and Podman create these files. The addresses of a container are of no use outside of its host. */
const SIGNS_OF_CONTAINER = ['/.dockerenv', '/run/.containerenv']

/** The IPv4 addresses at which other machines may reach this one; none in a container. */
export const ownAddresses = (): string[] =>
  SIGNS_OF_CONTAINER.some((path) => existsSync(path)) ? [] : outerAddresses(networkInterfaces())

export function outerAddresses(interfaces: ReturnType<typeof networkInterfaces>): string[] {
  return Object.entries(interfaces)
    .filter(([name]) => !INNER_NETWORK.test(name))
    .flatMap(([, addresses = []]) => addresses)
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && !LINK_LOCAL.test(address))
    .map(({ address }) => address)
    .slice(0, MAX_ADDRESSES)
}
