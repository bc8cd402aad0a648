import { sql } from '@logyard/languages/sql/sql'
import type { EngineClient } from '../engine/sql-client.ts'

export interface FoundTemplate {
  /** Decimal digits. */
  readonly hash: string
  readonly text: string
}

/** Stores templates with the time at which they were seen. For a known template the engine retains the first time. */
export async function insertTemplates(
  client: Pick<EngineClient, 'insert'>,
  templates: readonly FoundTemplate[],
  seenAt: Date,
  signal: AbortSignal,
): Promise<void> {
  await client.insert({
    table: sql`message_templates`,
    values: templates.map(({ hash, text }) => ({ hash, text, first_seen: seenAt.getTime() })),
    abort_signal: signal,
  })
}
