import type { Consumer } from '@platformatic/kafka'
import type { BrokerGate } from '../brokers/broker-gate.ts'
import type { TransportDeps } from '../transport.ts'
import type { KafkaSettings } from './kafka-settings.ts'
import type { Partition, Positions } from './positions.ts'

export interface MemberDeps extends TransportDeps {
  readonly settings: KafkaSettings
  readonly gate: BrokerGate
  readonly positions: Positions
  /** The topics that there were when the input started: these begin as configured, later ones at their beginning. */
  readonly firstTopics: Set<string>
  /** The last member id of each consumer of this input. */
  readonly memberIds: Map<number, string>
  readonly onReceived: (bytes: number) => void
}

export interface Member {
  readonly deps: MemberDeps
  readonly consumer: Consumer
  /** The partitions of this member; empty during a rebalance. */
  owned: readonly Partition[]
  /** Whether `owned` belongs to the current generation of the group. */
  isAssigned: boolean
}
