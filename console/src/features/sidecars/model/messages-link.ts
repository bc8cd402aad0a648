import { routes } from '../../../base/routes/routes.ts'

const WEEK_S = 604_800

/** The messages that the collectors of a sidecar sent in the last week. */
export function messagesLink(nodeId: string): string {
  const isPlain = /^[\w-]+$/.test(nodeId)
  const value = isPlain ? nodeId : `"${nodeId.replaceAll(/[\\"]/g, '\\$&')}"`
  return routes.search({ q: `gl2_source_collector:${value}`, rangetype: 'relative', relative: String(WEEK_S) })
}
