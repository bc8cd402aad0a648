/** The lifecycle of a node, and its status for load balancers. */
import { type Static, Type } from 'typebox'
import { ApiError } from '../http/envelope.ts'
import { holds, NoBody, operation, ownerDecides, publicAccess, Raw } from '../http/operation.ts'

export const Lifecycle = Type.Union(
  [
    Type.Literal('uninitialized'),
    Type.Literal('starting'),
    Type.Literal('running'),
    Type.Literal('paused'),
    Type.Literal('halting'),
    Type.Literal('failed'),
    Type.Literal('throttled'),
    Type.Literal('override lb:dead'),
    Type.Literal('override lb:alive'),
    Type.Literal('override lb:throttled'),
  ],
  { title: 'Lifecycle' },
)
export type Lifecycle = Static<typeof Lifecycle>

export const LoadBalancerStatus = Type.Union([Type.Literal('alive'), Type.Literal('dead'), Type.Literal('throttled')])
export type LoadBalancerStatus = Static<typeof LoadBalancerStatus>

const area = 'cluster'

export const getLoadBalancerStatus = operation({
  id: 'lbstatus.get',
  area,
  method: 'GET',
  path: '/system/lbstatus',
  node: 'this',
  summary: 'Load balancer status: ALIVE 200, THROTTLED 429, DEAD 503',
  access: publicAccess,
  produces: ['text/plain'],
  answers: { 200: Raw, 429: Raw, 503: Raw },
})

export const overrideLoadBalancerStatus = operation({
  id: 'lbstatus.override_local',
  area,
  method: 'PUT',
  path: '/system/lbstatus/override/{status}',
  node: 'this',
  summary: 'Tell load balancers another status of this node: ALIVE, DEAD or THROTTLED',
  access: holds('lbstatus:change'),
  audit: 'node:override-load-balancer',
  isOutside: true,
  answers: { 204: NoBody, 400: ApiError },
})

export const overrideLoadBalancerStatusOfNode = operation({
  id: 'lbstatus.override',
  area,
  method: 'PUT',
  path: '/cluster/{nodeId}/lbstatus/override/{status}',
  node: 'named',
  summary: 'Tell load balancers another status of one node',
  access: holds('lbstatus:change'),
  audit: 'node:override-load-balancer',
  isOutside: true,
  answers: { 204: NoBody, 400: ApiError, 404: ApiError },
})

export const shutDown = operation({
  id: 'shutdown.local',
  area,
  method: 'POST',
  path: '/system/shutdown/shutdown',
  node: 'this',
  summary: 'Stop this node, once load balancers have seen it coming',
  access: ownerDecides('node:shutdown:<nodeId>'),
  audit: 'node:shut-down',
  isOutside: true,
  answers: { 202: NoBody },
})

export const shutDownNode = operation({
  id: 'shutdown.node',
  area,
  method: 'POST',
  path: '/cluster/{nodeId}/shutdown',
  node: 'named',
  summary: 'Stop one node',
  access: holds('node:shutdown:<nodeId>'),
  audit: 'node:shut-down',
  isOutside: true,
  answers: { 204: NoBody, 404: ApiError },
})
