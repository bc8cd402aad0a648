/** The fields and values that an event shares with other events about the same thing. */
import type { IncidentFact } from '@logyard/contract/alerts/incidents'
import type { ProcessorConfig } from '@logyard/contract/events/processor-configs'
import type { FoundEvent } from '../event-processor.ts'

const MAX_FACTS = 20
/** Characters. Longer values are texts, which no two events have in common by more than chance. */
const MAX_VALUE = 200
/** Fields whose values many unrelated messages have. */
const COMMON_FIELDS: ReadonlySet<string> = new Set(['level', 'message', 'full_message', 'timestamp', 'streams'])

/** Facts are the groups, the event fields and, for an event of one message, the source of the message. */
export function factsOf(
  config: ProcessorConfig,
  { group, groupNames, source, originContext }: Pick<FoundEvent, 'group' | 'groupNames' | 'source' | 'originContext'>,
  fields: Readonly<Record<string, string>>,
): readonly IncidentFact[] {
  const ofGroup = (groupNames ?? namesOf(config)).flatMap((name, place) => pairOf(name, group[place]))
  const ofMessage = originContext === null ? [] : pairOf('source', source['source'])
  const values = new Map([...Object.entries(fields), ...ofMessage, ...ofGroup])
  return Array.from(values, ([field, value]) => ({ field, value, is_message_field: source[field] === value }))
    .filter(({ field, value }) => value !== '' && value.length <= MAX_VALUE && !COMMON_FIELDS.has(field))
    .slice(-MAX_FACTS)
}

const pairOf = (name: string, value: unknown): (readonly [string, string])[] =>
  typeof value === 'string' ? [[name, value]] : []

function namesOf(config: ProcessorConfig): readonly string[] {
  if ('group_by' in config) return config.group_by
  if ('key_fields' in config) return config.key_fields
  return 'field' in config ? [config.field] : []
}
