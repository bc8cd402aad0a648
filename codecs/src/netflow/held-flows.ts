/** Data of exporters whose templates have not arrived yet. Bounded in addresses, and in bytes of each and of all. */
import type { FlowHeader, FlowSet } from './flow-packet.ts'

export interface HeldFlow {
  /** Key of the template that it needs. */
  readonly key: string
  readonly header: FlowHeader
  readonly headerBytes: Buffer
  readonly set: FlowSet
  readonly sinceMs: number
}

export type HeldFlows = ReturnType<typeof createHeldFlows>

interface Waiting {
  /** Ordered by arrival. */
  flows: HeldFlow[]
  bytes: number
}

const LIFETIME_MS = 60_000
/** Memory of a flow beside its data, so that a flood of tiny ones is bounded, too. */
const OVERHEAD_BYTES = 256

export function createHeldFlows(limits: {
  readonly addresses: number
  readonly bytes: number
  readonly bytesOfAddress: number
}) {
  /** Flows by address, ordered by last arrival. */
  const waiting = new Map<string, Waiting>()
  let bytes = 0
  let dropped = 0

  function replace(address: string, of: Waiting, flows: HeldFlow[]): void {
    const left = flows.reduce((sum, flow) => sum + sizeOf(flow), 0)
    bytes += left - of.bytes
    of.bytes = left
    of.flows = flows
    if (flows.length === 0) waiting.delete(address)
  }

  /** Drops at least a quarter at a time, because each time copies the rest. */
  function dropOldest(address: string, of: Waiting, targetBytes: number): void {
    let left = of.bytes
    let first = 0
    while (first < of.flows.length && left > targetBytes) {
      const flow = of.flows[first]
      left -= flow === undefined ? 0 : sizeOf(flow)
      first += 1
    }
    dropped += first
    replace(address, of, of.flows.slice(first))
  }

  return {
    /** Copies the data. If there is no room, drops the oldest data. */
    hold(address: string, flow: HeldFlow) {
      const of = waiting.get(address) ?? { flows: [], bytes: 0 }
      waiting.delete(address)
      waiting.set(address, of)
      of.flows.push(copyOf(flow))
      of.bytes += sizeOf(flow)
      bytes += sizeOf(flow)
      if (of.bytes > limits.bytesOfAddress) dropOldest(address, of, limits.bytesOfAddress * 0.75)
      for (const [other, ofOther] of waiting) {
        if (bytes <= limits.bytes && waiting.size <= limits.addresses) return
        dropOldest(other, ofOther, 0)
      }
    },
    /** Removes the flows of the address that need one of these templates, in order of arrival. */
    release(address: string, keys: ReadonlySet<string>) {
      const of = waiting.get(address)
      if (of === undefined) return []
      const released = of.flows.filter(({ key }) => keys.has(key))
      if (released.length > 0) {
        replace(
          address,
          of,
          of.flows.filter(({ key }) => !keys.has(key)),
        )
      }
      return released
    },
    /** Removes the flows that have waited for a minute. */
    expire(nowMs: number) {
      const expired: { address: string; flow: HeldFlow }[] = []
      for (const [address, of] of waiting) {
        const late = of.flows.filter(({ sinceMs }) => nowMs - sinceMs >= LIFETIME_MS)
        if (late.length === 0) continue
        for (const flow of late) expired.push({ address, flow })
        replace(address, of, of.flows.slice(late.length))
      }
      return expired
    },
    figures: () => ({ bytes, dropped }),
  }
}

const sizeOf = ({ set, headerBytes }: HeldFlow): number => set.bytes.length + headerBytes.length + OVERHEAD_BYTES

/** A view would keep the memory of the whole datagram. */
function copyOf(flow: HeldFlow): HeldFlow {
  const { headerBytes, set } = flow
  const copy = Buffer.concat([headerBytes, set.bytes])
  const bytes = copy.subarray(headerBytes.length)
  return {
    ...flow,
    headerBytes: copy.subarray(0, headerBytes.length),
    set: { ...set, bytes, body: bytes.subarray(set.bytes.length - set.body.length) },
  }
}
