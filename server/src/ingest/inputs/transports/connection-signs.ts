/** What senders of one input did wrong since it started: how often, when, and the last sender. For its diagnosis. */
import type { ConnectionSignKind } from '@logyard/contract/ingest/input-diagnosis'
import type { Clock } from '../../../platform/clock.ts'
import { protocolOf, type SenderProtocol } from './first-bytes.ts'

export type ConnectionSigns = ReturnType<typeof createConnectionSigns>

export interface SeenSign {
  readonly kind: ConnectionSignKind
  readonly count: number
  readonly lastAt: Date
  readonly lastAddress: string
  readonly detail: string | undefined
}

/** Protocols by codec. Syslog as plain text is a choice of users, not a mistake. */
const EXPECTED: Readonly<Record<string, readonly SenderProtocol[]>> = {
  gelf: ['gelf'],
  syslog: ['syslog'],
  raw: ['syslog'],
  CEF: ['syslog'],
  netflow: ['netflow'],
  beats: ['lumberjack'],
  'beats-deprecated': ['lumberjack'],
}
/** First bytes by which each protocol can be recognised: most messages need no second look. */
const FIRST_BYTES: Readonly<Record<SenderProtocol, readonly number[]>> = {
  tls: [0x16],
  http: [...Buffer.from('GHPDOC')],
  http2: [...Buffer.from('P')],
  gelf: [0x1e, 0x1f, 0x78, ...Buffer.from('{')],
  syslog: [...Buffer.from('<0123456789')],
  lumberjack: [...Buffer.from('12')],
  netflow: [0],
}

/** Keeps a sender from filling the memory with a long reason. */
const MAX_DETAIL_LENGTH = 200

/** `onSeen` is called after each sign. */
export function createConnectionSigns(codec: string, clock: Pick<Clock, 'now'>, onSeen: () => void = () => undefined) {
  const signs = new Map<ConnectionSignKind, SeenSign>()
  const expected: ReadonlySet<string> = new Set(EXPECTED[codec] ?? [])
  const suspicious = new Set(
    Object.entries(FIRST_BYTES).flatMap(([protocol, bytes]) => (expected.has(protocol) ? [] : bytes)),
  )

  function see(kind: ConnectionSignKind, address = '', detail?: string): void {
    signs.set(kind, {
      kind,
      count: (signs.get(kind)?.count ?? 0) + 1,
      lastAt: clock.now(),
      lastAddress: address,
      detail: detail?.slice(0, MAX_DETAIL_LENGTH),
    })
    onSeen()
  }

  return {
    see,
    /** Looks at the first bytes of a connection, or at a datagram, for a protocol that the input does not expect. */
    look(bytes: Uint8Array, address: string | undefined) {
      if (!suspicious.has(bytes[0] ?? -1)) return
      const protocol = protocolOf(bytes)
      if (protocol !== undefined && !expected.has(protocol)) see(protocol, address)
    },
    list: () => [...signs.values()].sort((a, b) => b.count - a.count),
  }
}
