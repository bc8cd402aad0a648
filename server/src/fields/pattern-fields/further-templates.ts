/**
 * Templates that came after a field was made and have the same text as its pattern: other words at its variable parts. They
 * are found when a search reads the fields, among the templates that were first seen since, so no message is read for them.
 */
import { MAX_PATTERN_HASHES } from '@logyard/contract/search/patterns'
import { unifyTemplates } from '@logyard/languages/message-templates/unify-templates'
import { sql } from '@logyard/languages/sql/sql'
import { joinSql, sqlInstant, sqlInteger } from '@logyard/languages/sql/sql-parts'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { Engine } from '../../store/engine/engine.ts'
import type { FieldTemplate, StoredPatternField } from './pattern-field-store.ts'

/** Searches that follow each other read once. */
const READ_AFTER_MS = 1000
/** Nodes store templates late, and their clocks differ. */
const OVERLAP_MS = 600_000
/** Restored templates keep their time. */
const WHOLE_AFTER_MS = 3_600_000
const MAX_READ = 50_000
const SECONDS = 10

const Rows = Type.Array(Type.Object({ found: Type.String(), template: Type.String() }))

interface Followed {
  readonly field: StoredPatternField
  readonly covers: (template: string) => boolean
  readonly prefix: string
  /** Templates by hash. */
  readonly templates: Map<string, FieldTemplate>
}

export interface FurtherTemplates {
  /** Finds what came since the last read. */
  read(fields: readonly StoredPatternField[]): Promise<void>
  /** Every template of the field; undefined before the first read. */
  templates(id: string): readonly FieldTemplate[] | undefined
}

export function createFurtherTemplates(deps: {
  readonly engine: Pick<Engine, 'client'>
  readonly clock: Clock
  readonly log: Log
}): FurtherTemplates {
  const { engine, clock, log } = deps
  const followed = new Map<string, Followed>()
  let wholeAtMs = Number.NEGATIVE_INFINITY
  let readAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  function follow(fields: readonly StoredPatternField[]): void {
    const ids = new Set(fields.map(({ id }) => id))
    for (const id of followed.keys()) if (!ids.has(id)) followed.delete(id)
    for (const field of fields) {
      if (followed.get(field.id)?.field === field) continue
      const { covers } = unifyTemplates(field.templates.map(({ text }) => text))
      const prefix = field.text.slice(0, Math.max(0, field.text.indexOf('*')))
      const templates = new Map(field.templates.map((template) => [template.hash, template]))
      followed.set(field.id, { field, covers, prefix, templates })
      wholeAtMs = Number.NEGATIVE_INFINITY
    }
  }

  async function read(): Promise<void> {
    const nowMs = clock.now().getTime()
    const monotonicMs = clock.monotonicMs()
    const isWhole = monotonicMs - wholeAtMs >= WHOLE_AFTER_MS
    const prefixes = [...new Set([...followed.values()].map(({ prefix }) => prefix))]
    const conditions = prefixes.map((prefix) => sql`startsWith(text, ${prefix})`)
    const since = isWhole ? sql`` : sql` AND first_seen >= ${sqlInstant(nowMs - OVERLAP_MS)}`
    const answer = await engine.client.query({
      query: sql`SELECT toString(hash) AS found, any(text) AS template FROM message_templates
        WHERE (${joinSql(conditions, sql` OR `)})${since} GROUP BY hash LIMIT ${sqlInteger(MAX_READ)}`,
      format: 'JSONEachRow',
      clickhouse_settings: { max_execution_time: SECONDS },
    })
    for (const { found: hash, template: text } of Value.Parse(Rows, await answer.json())) {
      for (const { covers, prefix, templates } of followed.values()) {
        if (templates.has(hash) || templates.size >= MAX_PATTERN_HASHES) continue
        if (!text.startsWith(prefix) || !covers(text)) continue
        templates.set(hash, { hash, text })
      }
    }
    if (isWhole) wholeAtMs = monotonicMs
    readAtMs = monotonicMs
  }

  return {
    async read(fields) {
      follow(fields)
      const isDue = clock.monotonicMs() - Math.max(readAtMs, wholeAtMs) >= READ_AFTER_MS
      if (fields.length > 0 && (isDue || wholeAtMs === Number.NEGATIVE_INFINITY)) {
        reading ??= read()
          // Searches go on with the templates that are known.
          .catch((error: unknown) => log.warn({ err: error }, 'templates of fields of patterns could not be read'))
          .finally(() => {
            reading = undefined
          })
        await reading
      }
    },
    templates(id) {
      const found = followed.get(id)
      return found && [...found.templates.values()]
    },
  }
}
