/** The lifecycle of a node, and its status for load balancers. */
import { type Static, Type } from 'typebox'
import { ApiError } from '../http/envelope.ts'
import { holds, inArea, NoBody, ownerDecides, publicAccess, Raw } from '../http/operation.ts'

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

const { get, post, put } = inArea('cluster')

export const getLoadBalancerStatus = get('/system/lbstatus', {
  id: 'lbstatus.get',
  node: 'this',
  summary: 'Load balancer status: ALIVE 200, THROTTLED 429, DEAD 503',
  access: publicAccess,
  produces: ['text/plain'],
  answers: { 200: Raw, 429: Raw, 503: Raw },
})

export const overrideLoadBalancerStatus = put('/system/lbstatus/override/{status}', {
  id: 'lbstatus.override_local',
  node: 'this',
  summary: 'Tell load balancers another status of this node: ALIVE, DEAD or THROTTLED',
  access: holds('lbstatus:change'),
  audit: 'node:override-load-balancer',
  isOutside: true,
  answers: { 204: NoBody, 400: ApiError },
})

export const overrideLoadBalancerStatusOfNode = put('/cluster/{nodeId}/lbstatus/override/{status}', {
  id: 'lbstatus.override',
  node: 'named',
  summary: 'Tell load balancers another status of one node',
  access: holds('lbstatus:change'),
  audit: 'node:override-load-balancer',
  isOutside: true,
  answers: { 204: NoBody, 400: ApiError, 404: ApiError },
})

export const shutDown = post('/system/shutdown/shutdown', {
  id: 'shutdown.local',
  node: 'this',
  summary: 'Stop this node, once load balancers have seen it coming',
  access: ownerDecides('node:shutdown:<nodeId>'),
  audit: 'node:shut-down',
  isOutside: true,
  answers: { 202: NoBody },
})

export const shutDownNode = post('/cluster/{nodeId}/shutdown', {
  id: 'shutdown.node',
  node: 'named',
  summary: 'Stop one node',
  access: holds('node:shutdown:<nodeId>'),
  audit: 'node:shut-down',
  isOutside: true,
  answers: { 204: NoBody, 404: ApiError },
})

export const checkLive = get('/logyard/health/live', {
  id: 'logyard.health.live',
  node: 'this',
  summary: 'Respond as long as the process runs',
  access: publicAccess,
  produces: ['text/plain'],
  answers: { 200: Raw },
})

export const checkReady = get('/logyard/health/ready', {
  id: 'logyard.health.ready',
  node: 'this',
  summary: 'Readiness of this node for requests: READY 200, else 503 and why not',
  access: publicAccess,
  produces: ['text/plain'],
  answers: { 200: Raw, 503: Raw },
})
