import { networkInterfaces } from 'node:os'
import type { InterfaceStats, NetworkStats, TcpStats } from '@logyard/contract/machine/system-stats'
import { readProcFile, UNKNOWN } from './proc-files.ts'

export async function readNetworkStats(): Promise<NetworkStats> {
  const [devices, routes, snmp] = await Promise.all(
    ['/proc/net/dev', '/proc/net/route', '/proc/net/snmp'].map(readProcFile),
  )
  const interfaces = await Promise.all(
    Object.entries(networkInterfaces()).map(async ([name, addresses = []]) => [
      name,
      {
        name,
        addresses: addresses.map(({ address }) => address),
        mac_address: addresses[0]?.mac ?? '',
        mtu: Number((await readProcFile(`/sys/class/net/${name}/mtu`)) ?? UNKNOWN),
        interface_stats: interfaceStats(name, devices ?? ''),
      },
    ]),
  )
  return {
    primary_interface: primaryInterface(routes ?? ''),
    interfaces: Object.fromEntries(interfaces),
    tcp: tcpStats(snmp ?? ''),
  }
}

/** The interface of the default route. */
function primaryInterface(routes: string): string | null {
  const columns = routes.split('\n').map((line) => line.split('\t'))
  return columns.find(([, destination]) => destination === '00000000')?.[0] ?? null
}

/** A line of `/proc/net/dev`: eight columns of what was received, then eight of what was sent. */
function interfaceStats(name: string, devices: string): InterfaceStats | null {
  const line = devices.split('\n').find((candidate) => candidate.trim().startsWith(`${name}:`))
  if (line === undefined) return null
  const column = line
    .slice(line.indexOf(':') + 1)
    .trim()
    .split(/\s+/)
    .map(Number)
  const at = (index: number) => column[index] ?? UNKNOWN
  return {
    rx_bytes: at(0),
    rx_packets: at(1),
    rx_errors: at(2),
    rx_dropped: at(3),
    rx_overruns: at(4),
    rx_frame: at(5),
    tx_bytes: at(8),
    tx_packets: at(9),
    tx_errors: at(10),
    tx_dropped: at(11),
    tx_overruns: at(12),
    tx_collisions: at(13),
    tx_carrier: at(14),
  }
}

/** Two lines of `/proc/net/snmp` begin with `Tcp:`: the names and the figures. */
function tcpStats(snmp: string): TcpStats | null {
  const [names, figures] = snmp.split('\n').filter((line) => line.startsWith('Tcp:'))
  if (names === undefined || figures === undefined) return null
  const values = figures.split(' ').map(Number)
  const figure = new Map(names.split(' ').map((name, index) => [name, values[index] ?? UNKNOWN]))
  const get = (name: string) => figure.get(name) ?? UNKNOWN
  return {
    active_opens: get('ActiveOpens'),
    passive_opens: get('PassiveOpens'),
    attempt_fails: get('AttemptFails'),
    estab_resets: get('EstabResets'),
    curr_estab: get('CurrEstab'),
    in_segs: get('InSegs'),
    out_segs: get('OutSegs'),
    retrans_segs: get('RetransSegs'),
    in_errs: get('InErrs'),
    out_rsts: get('OutRsts'),
  }
}
