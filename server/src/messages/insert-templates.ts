import type { ClickHouseClient } from '@clickhouse/client'

export interface FoundTemplate {
  /** Decimal digits. */
  readonly hash: string
  readonly text: string
}

/** Notes templates with the time at which they were seen; of several times the first stays. */
export async function insertTemplates(
  client: ClickHouseClient,
  templates: readonly FoundTemplate[],
  seenAt: Date,
  signal: AbortSignal,
): Promise<void> {
  await client.insert({
    table: 'message_templates',
    values: templates.map(({ hash, text }) => ({ hash, text, first_seen: seenAt.getTime() })),
    format: 'JSONEachRow',
    abort_signal: signal,
  })
}
