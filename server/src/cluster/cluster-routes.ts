import * as contract from '@logyard/contract/cluster/cluster'
import * as events from '@logyard/contract/cluster/debug-events'
import { dismissGettingStarted, getGettingStarted } from '@logyard/contract/cluster/getting-started'
import * as life from '@logyard/contract/cluster/lifecycle'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { accepts } from '../http/accepts.ts'
import { serve } from '../http/serve.ts'
import { listLocales } from '../machine/locales.ts'
import { readRuntimeInfo } from '../machine/runtime-stats.ts'
import type { ThreadDumps } from '../machine/thread-dump.ts'
import type { Cluster } from './cluster.ts'
import type { Health } from './health.ts'

export interface ClusterRoutesDeps {
  readonly cluster: Cluster
  readonly threadDumps: ThreadDumps
  readonly health: Pick<Health, 'problem'>
  /** Path of the console, with a slash at the end. */
  readonly consolePath: string
  /** How long each part of the node took to start. */
  readonly serviceStartsMs: () => Readonly<Record<string, number>>
}

export function clusterRoutes(api: FastifyInstance, deps: ClusterRoutesDeps): void {
  const { cluster } = deps
  rootRoutes(api, deps)
  nodeRoutes(api, cluster)
  overviewRoutes(api, deps)
  loadBalancerRoutes(api, cluster)
  healthRoutes(api, deps)
  shutdownRoutes(api, cluster)
  debugEventRoutes(api, cluster)
}

function rootRoutes(api: FastifyInstance, { cluster, consolePath }: ClusterRoutesDeps): void {
  serve(api, contract.ping, ({ request, reply }) => {
    reply.header('vary', 'accept')
    return isFromBrowser(request) ? reply.redirect(consolePath, 307) : cluster.hello()
  })
  serve(api, getGettingStarted, async () => ({ show: await cluster.gettingStarted.isShown() }))
  serve(api, dismissGettingStarted, () => cluster.gettingStarted.dismiss())
}

/** A person who typed the address of the API wants a page; a client that accepts anything wants JSON. */
function isFromBrowser({ headers: { accept = '' } }: FastifyRequest): boolean {
  const named = accept.replaceAll(/[\w*]+\/\*/g, '')
  return accepts(named, 'text/html') && !accepts(named, 'application/json')
}

function nodeRoutes(api: FastifyInstance, { nodes }: Cluster): void {
  serve(api, contract.listNodes, async ({ query }) => {
    const listed = await (query.gone === true ? nodes.listGone() : nodes.listActive())
    return { nodes: [...listed], total: listed.length }
  })
  serve(api, contract.getThisNode, () => nodes.self())
  serve(api, contract.getNode, ({ params }) => nodes.get(params.nodeId))
  serve(api, contract.getNodeAlias, ({ params }) => nodes.get(params.nodeId))
}

function overviewRoutes(api: FastifyInstance, { cluster, threadDumps, serviceStartsMs }: ClusterRoutesDeps): void {
  const { nodeId } = cluster
  const runtimeInfo = () => readRuntimeInfo(nodeId, cluster.operatingSystem)

  serve(api, contract.getClusterOverview, ({ caller }) => ({
    [nodeId]: caller.holds(`system:read:${nodeId}`) ? cluster.overview() : null,
  }))
  serve(api, contract.getSystemOverview, ({ caller }) => {
    caller.require(`system:read:${nodeId}`)
    return cluster.overview()
  })
  serve(api, contract.getRuntimeInfo, ({ caller }) => {
    caller.require(`jvmstats:read:${nodeId}`)
    return runtimeInfo()
  })
  serve(api, contract.getRuntimeInfoOfNode, runtimeInfo)
  serve(api, contract.getThreadDump, async ({ caller, query, request, reply, signal }) => {
    caller.require(`threads:dump:${nodeId}`)
    const threaddump = await threadDumps.take(query.profile_seconds ?? 0, signal)
    if (accepts(request.headers.accept ?? '*/*', 'application/json')) return { threaddump }
    return reply.type('text/plain; charset=utf-8').send(threaddump)
  })
  serve(api, contract.getThreadDumpOfNode, async ({ query, signal }) => ({
    threaddump: await threadDumps.take(query.profile_seconds ?? 0, signal),
  }))
  serve(api, contract.listPlugins, () => ({ plugins: [], total: 0 }))
  serve(api, contract.listPluginsOfNode, () => ({ plugins: [], total: 0 }))
  serve(api, contract.listLocales, () => ({ locales: listLocales() }))
  serve(api, contract.listServiceStarts, () => ({ ...serviceStartsMs() }))
}

const STATUS_CODES = { alive: 200, throttled: 429, dead: 503 } as const

function loadBalancerRoutes(api: FastifyInstance, { lifecycle }: Cluster): void {
  serve(api, life.getLoadBalancerStatus, ({ reply }) => {
    const status = lifecycle.loadBalancerStatus()
    reply.code(STATUS_CODES[status]).type('text/plain; charset=utf-8')
    return status.toUpperCase()
  })
  serve(api, life.overrideLoadBalancerStatus, ({ params }) => lifecycle.override(params.status))
  serve(api, life.overrideLoadBalancerStatusOfNode, ({ params }) => lifecycle.override(params.status))
}

function healthRoutes(api: FastifyInstance, { health }: Pick<ClusterRoutesDeps, 'health'>): void {
  serve(api, life.checkLive, ({ reply }) => {
    reply.type('text/plain; charset=utf-8')
    return 'LIVE'
  })
  serve(api, life.checkReady, async ({ reply }) => {
    const problem = await health.problem()
    reply.code(problem === undefined ? 200 : 503).type('text/plain; charset=utf-8')
    return problem ?? 'READY'
  })
}

function shutdownRoutes(api: FastifyInstance, { nodeId, shutdown }: Cluster): void {
  serve(api, life.shutDown, ({ caller }) => {
    caller.require(`node:shutdown:${nodeId}`)
    shutdown.ask()
  })
  serve(api, life.shutDownNode, () => shutdown.ask())
}

function debugEventRoutes(api: FastifyInstance, { debugEvents }: Cluster): void {
  serve(api, events.sendLocalDebugEvent, ({ body }) => debugEvents.sendLocal(String(body ?? '')))
  serve(api, events.sendClusterDebugEvent, ({ body }) => debugEvents.sendToCluster(String(body ?? '')))
  serve(api, events.getLocalDebugEvent, ({ reply }) => {
    const last = debugEvents.lastLocal()
    if (last === undefined) reply.code(204)
    return last ?? null
  })
  serve(api, events.getClusterDebugEvent, async ({ reply }) => {
    const last = await debugEvents.lastOfCluster()
    if (last === undefined) reply.code(204)
    return last ?? null
  })
}
