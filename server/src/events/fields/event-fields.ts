/** Computes the fields and the key of an event. */
import { setImmediate as afterOthers } from 'node:timers/promises'
import type { EventDefinition, EventFieldSpec, FieldProvider } from '@logyard/contract/events/event-definitions'
import { createLruMap } from '@logyard/languages/caches/lru-map'
import { compileJmte, type JmteTemplate } from '@logyard/languages/jmte/jmte'
import type { FoundEvent } from '../event-processor.ts'

export type EventFields = ReturnType<typeof createEventFields>

export interface FieldOptions {
  readonly lookUp: LookUpField
  readonly signal: AbortSignal
  /** Characters of all fields of the event; what is longer is cut. */
  readonly maxLength: number
}

/** The single value of a key, or `undefined` if there is none or the table cannot answer. */
export type LookUpField = (table: string, key: unknown, signal: AbortSignal) => Promise<string | undefined>

/** Compiled templates that stay in memory. */
const MAX_TEMPLATES = 1000
/** Longer values are cut. */
export const MAX_EVENT_FIELD_LENGTH = 32_000

export function createEventFields() {
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
    { lookUp, signal }: FieldOptions,
  ): Promise<string | undefined> {
    if (provider.type === 'lookup-v1') return lookUp(provider.table_name, source[provider.key_field], signal)
    if (!isBalanced(provider.template)) return undefined
    const { text, missing } = templateOf(provider.template).render({ source })
    return provider.require_values === true && missing.length > 0 ? undefined : text
  }

  /** The last provider wins, whether it has a value or not. */
  async function fieldValue(
    spec: EventFieldSpec,
    source: FoundEvent['source'],
    options: FieldOptions,
  ): Promise<string | undefined> {
    const provider = spec.providers.at(-1)
    return provider && provide(provider, source, options)
  }

  return {
    async of(
      { field_spec, key_spec, event_summary_template }: EventDefinition,
      { source, message }: FoundEvent,
      options: FieldOptions,
    ) {
      const fields: Record<string, string> = {}
      let left = options.maxLength
      for (const [name, spec] of Object.entries(field_spec)) {
        // A template may take 10 ms: a hundred of them for each of hundreds of events must not block the server.
        await afterOthers()
        options.signal.throwIfAborted()
        const value = (await fieldValue(spec, source, options))?.slice(0, Math.min(left, MAX_EVENT_FIELD_LENGTH))
        if (value === undefined) continue
        fields[name] = value
        left -= value.length
      }
      const keyTuple = key_spec.flatMap((name) => fields[name] ?? [])
      const summary = event_summary_template === '' ? message : titleOf(event_summary_template, source, fields)
      return { fields, keyTuple, message: (summary === '' ? message : summary).slice(0, MAX_EVENT_FIELD_LENGTH) }
    },
  }

  function titleOf(template: string, source: FoundEvent['source'], fields: Readonly<Record<string, string>>): string {
    return templateOf(template).render({ source, fields }).text.slice(0, MAX_EVENT_FIELD_LENGTH)
  }
}

const isBalanced = (template: string): boolean => template.split('${').length === template.split('}').length
