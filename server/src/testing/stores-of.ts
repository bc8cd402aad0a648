import { type MessageStores, oneStore } from '../store/engine/message-stores.ts'
import type { EngineClient } from '../store/engine/sql-client.ts'

/** The stores of an engine that a test changes: one that is always up. */
export const storesOf = (client: EngineClient): MessageStores =>
  oneStore(
    {
      name: 'the message store',
      shard: 0,
      client,
      patientClient: client,
      state: () => 'up',
      onState: () => new DisposableStack(),
      ready: async () => undefined,
      pid: () => undefined,
    },
    true,
  )
