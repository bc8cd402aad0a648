/** Receives the datagrams of flow exporters. Learns their templates and journals payloads that contain them. */
import { textSetting } from '@logyard/codecs/config-fields'
import { createFlowExporters, type RefusedFlows } from '@logyard/codecs/netflow/flow-exporters'
import { NETFLOW9_DEFINITIONS } from '@logyard/codecs/netflow/netflow-codec'
import type { Peer } from './intake.ts'
import { readNetflowDefinitions } from './netflow-definitions.ts'
import type { TransportDeps } from './transport.ts'

const EXPIRE_MS = 1000

export interface DatagramReceiver extends Disposable {
  receive(datagram: Buffer, peer: Peer): void
}

export async function netflowReceiver(deps: TransportDeps): Promise<DatagramReceiver> {
  const { intake, metrics, clock } = deps
  const { droppedMessages, invalidMessages, aggregationTime, emptyMessages } = metrics
  const path = textSetting(deps.configuration, NETFLOW9_DEFINITIONS)
  const definitions = path === undefined ? undefined : await readNetflowDefinitions(path, deps.files)
  const exporters = createFlowExporters({ definitions })
  let dropped = 0

  function refuse({ payload, refusal }: RefusedFlows, peer: Peer): void {
    invalidMessages.mark()
    intake.refuse(payload, peer, refusal)
  }

  const ticker = clock.every(EXPIRE_MS, () => {
    for (const lost of exporters.expire(clock.monotonicMs())) refuse(lost, { address: lost.address, port: 0 })
    const { droppedSets } = exporters.figures()
    droppedMessages.increment(droppedSets - dropped)
    dropped = droppedSets
  })

  return {
    receive(datagram, peer) {
      if (datagram.length === 0) {
        emptyMessages.increment()
        return
      }
      const startedMs = clock.monotonicMs()
      const { payloads, refused } = exporters.add(datagram, peer.address, startedMs)
      aggregationTime.update(clock.monotonicMs() - startedMs)
      for (const payload of payloads) if (!intake.append(payload, peer)) droppedMessages.increment()
      for (const each of refused) refuse(each, peer)
    },
    [Symbol.dispose]: () => ticker[Symbol.dispose](),
  }
}
