import type { RuleValue } from '../rule-values.ts'
import { RuleDateTime } from './rule-date-time.ts'
import { RuleDuration } from './rule-duration.ts'
import { RuleIp } from './rule-ip.ts'
import { RuleJson } from './rule-json.ts'
import { RulePeriod } from './rule-period.ts'
import { RuleUrl } from './rule-url.ts'

const OBJECT_KINDS = [
  [RuleDateTime, 'DateTime'],
  [RulePeriod, 'Period'],
  [RuleDuration, 'Duration'],
  [RuleJson, 'JsonNode'],
  [RuleIp, 'IpAddress'],
  [RuleUrl, 'URL'],
] as const

/** What a value is, in sentences about what failed. */
export function kindOf(value: RuleValue): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return 'String'
  if (typeof value === 'bigint') return 'Long'
  if (typeof value === 'number') return 'Double'
  if (typeof value === 'boolean') return 'Boolean'
  if (value instanceof Map) return 'Map'
  if (Array.isArray(value)) return 'List'
  return OBJECT_KINDS.find(([kind]) => value instanceof kind)?.[1] ?? 'Object'
}
