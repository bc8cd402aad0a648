/** The stored facts about nodes: each one writes its own record, again and again while it runs. */
import { type Static, Type } from 'typebox'
import { defineCollection } from '../platform/settings/settings-store.ts'

/** Optional properties are missing in records of earlier versions. */
const NodeRecord = Type.Object({
  id: Type.String(),
  hostname: Type.String(),
  transport_address: Type.String({ description: 'For clients' }),
  peer_address: Type.Optional(Type.String({ description: 'The URL of its API for other nodes' })),
  version: Type.Optional(Type.String()),
  started_at: Type.String(),
  last_seen: Type.String({ description: 'By its own clock' }),
  beat_ms: Type.Optional(Type.Integer({ description: 'How often it writes this record' })),
  has_left: Type.Optional(Type.Boolean({ description: 'It was stopped, and did not die' })),
  is_told: Type.Optional(Type.Boolean({ description: 'A notice says that it died' })),
})
export type NodeRecord = Static<typeof NodeRecord>

export const nodeCollection = defineCollection({ name: 'nodes', audit: 'note', schema: NodeRecord })

const Leader = Type.Object({ id: Type.Literal('leader'), node_id: Type.String() })
export type Leader = Static<typeof Leader>

/** The leader holds it as long as it is active. */
export const leaderCollection = defineCollection({ name: 'leader', audit: 'note', schema: Leader })
