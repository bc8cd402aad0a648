/** Texts that nodes send to each other, to check that events are delivered. */
import { type Static, Type } from 'typebox'
import { IsoInstant } from '../http/envelope.ts'
import { NoBody, operation, Raw, signedIn } from '../http/operation.ts'

const DebugEvent = Type.Object(
  { node_id: Type.String(), date: IsoInstant, text: Type.String() },
  { title: 'DebugEvent' },
)
export type DebugEvent = Static<typeof DebugEvent>

const area = 'cluster'

const debugEventGet = { area, method: 'GET', access: signedIn, answers: { 200: DebugEvent, 204: NoBody } } as const
const debugEventPost = { area, method: 'POST', access: signedIn, body: Raw, answers: { 204: NoBody } } as const

export const getClusterDebugEvent = operation({
  ...debugEventGet,
  id: 'debug_events.cluster_get',
  path: '/system/debug/events/cluster',
  summary: 'The last debug event that any node sent to all',
})

export const sendClusterDebugEvent = operation({
  ...debugEventPost,
  id: 'debug_events.cluster_post',
  path: '/system/debug/events/cluster',
  audit: 'debug-event:send',
  isOutside: true,
  summary: 'Send a debug event, a text, to all nodes',
})

export const getLocalDebugEvent = operation({
  ...debugEventGet,
  id: 'debug_events.local_get',
  path: '/system/debug/events/local',
  node: 'this',
  summary: 'The last debug event of this node',
})

export const sendLocalDebugEvent = operation({
  ...debugEventPost,
  id: 'debug_events.local_post',
  path: '/system/debug/events/local',
  node: 'this',
  audit: 'debug-event:send',
  isOutside: true,
  summary: 'Send a debug event, a text, to this node only',
})
