/** Computes the fields and the key of an event. */
import type { EventDefinition, EventFieldSpec, FieldProvider } from '@logyard/contract/events/event-definitions'
import { compileJmte, type JmteTemplate } from '@logyard/languages/jmte/jmte'
import { createLruMap } from '../../platform/lru-map.ts'
import type { FoundEvent } from '../event-processor.ts'

export interface EventFields {
  of(
    definition: EventDefinition,
    event: FoundEvent,
    options: { readonly lookUp: LookUpField; readonly signal: AbortSignal },
  ): Promise<ComputedFields>
}

export interface ComputedFields {
  readonly fields: Readonly<Record<string, string>>
  readonly keyTuple: readonly string[]
  /** The event's message. */
  readonly message: string
}

/** The single value of a key, or `undefined` if there is none or the table cannot answer. */
export type LookUpField = (table: string, key: unknown, signal: AbortSignal) => Promise<string | undefined>

/** Compiled templates that stay in memory. */
const MAX_TEMPLATES = 1000
/** Longer values are cut. */
export const MAX_EVENT_FIELD_LENGTH = 32_000

export function createEventFields(): EventFields {
  const templates = createLruMap<string, JmteTemplate>(MAX_TEMPLATES)

  function templateOf(text: string): JmteTemplate {
    const known = templates.get(text)
    if (known !== undefined) return known
    const compiled = compileJmte(text)
    templates.set(text, compiled)
    return compiled
  }

  /** `undefined` is an error: the event gets no such field. */
  async function provide(
    provider: FieldProvider,
    source: FoundEvent['source'],
    { lookUp, signal }: Parameters<EventFields['of']>[2],
  ): Promise<string | undefined> {
    if (provider.type === 'lookup-v1') return lookUp(provider.table_name, source[provider.key_field], signal)
    if (!isBalanced(provider.template)) return undefined
    const { text, missing } = templateOf(provider.template).render({ source })
    return provider.require_values === true && missing.length > 0 ? undefined : text
  }

  async function fieldValue(
    spec: EventFieldSpec,
    source: FoundEvent['source'],
    options: Parameters<EventFields['of']>[2],
  ): Promise<string | undefined> {
    let value: string | undefined
    for (const provider of spec.providers) value = await provide(provider, source, options)
    return value?.slice(0, MAX_EVENT_FIELD_LENGTH)
  }

  return {
    async of({ field_spec, key_spec, event_summary_template }, { source, message }, options) {
      const fields: Record<string, string> = {}
      for (const [name, spec] of Object.entries(field_spec)) {
        const value = await fieldValue(spec, source, options)
        if (value !== undefined) fields[name] = value
      }
      const keyTuple = key_spec.flatMap((name) => fields[name] ?? [])
      const summary = event_summary_template === '' ? message : titleOf(event_summary_template, source, fields)
      return { fields, keyTuple, message: summary === '' ? message : summary }
    },
  }

  function titleOf(template: string, source: FoundEvent['source'], fields: Readonly<Record<string, string>>): string {
    return templateOf(template).render({ source, fields }).text.slice(0, MAX_EVENT_FIELD_LENGTH)
  }
}

const isBalanced = (template: string): boolean => template.split('${').length === template.split('}').length
