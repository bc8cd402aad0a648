/** The shop's streams and their index sets. */
import { RULE_TYPES, type StreamRuleDraft } from '../../contract/src/streams/stream-rules.ts'

export interface ShopIndexSet {
  readonly title: string
  readonly description: string
  readonly prefix: string
  /** Each index covers one day. */
  readonly keptDays: number
}

export const SHOP_INDEX_SETS = [
  { title: 'Shop', description: 'Logs of the shop, retained for two weeks', prefix: 'shop', keptDays: 14 },
  {
    title: 'Security',
    description: 'Sign-ins and firewall, retained for three months',
    prefix: 'security',
    keptDays: 90,
  },
] as const satisfies readonly ShopIndexSet[]

export interface ShopStream {
  readonly title: string
  readonly description: string
  readonly prefix: (typeof SHOP_INDEX_SETS)[number]['prefix']
  readonly rules: readonly StreamRuleDraft[]
}

const isOf = (type: string): StreamRuleDraft => ({ type: RULE_TYPES.EXACT, field: 'log_type', value: type })

export const SHOP_STREAMS: readonly ShopStream[] = [
  {
    title: 'Web',
    description: 'Access logs of the web servers',
    prefix: 'shop',
    rules: [isOf('web')],
  },
  { title: 'Applications', description: 'Logs of the services', prefix: 'shop', rules: [isOf('app')] },
  { title: 'Database', description: 'Statements and their duration', prefix: 'shop', rules: [isOf('database')] },
  { title: 'Kubernetes', description: 'Cluster events', prefix: 'shop', rules: [isOf('kubernetes')] },
  {
    title: 'Slow pages',
    description: 'Requests that took longer than two seconds',
    prefix: 'shop',
    rules: [isOf('web'), { type: RULE_TYPES.GREATER, field: 'took_ms', value: '2000' }],
  },
  {
    title: 'Application errors',
    description: 'Errors of the services',
    prefix: 'shop',
    rules: [isOf('app'), { type: RULE_TYPES.SMALLER, field: 'level', value: '4' }],
  },
  { title: 'Sign-ins', description: 'Successful and failed sign-ins', prefix: 'security', rules: [isOf('auth')] },
  {
    title: 'Firewall',
    description: 'Accepted and dropped connections',
    prefix: 'security',
    rules: [isOf('firewall')],
  },
]
