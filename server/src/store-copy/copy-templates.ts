/** The templates of messages: few, and the same when they are copied again. */
import { Readable } from 'node:stream'
import { sql } from '@logyard/languages/sql/sql'
import { untilFailure } from '../store/engine/until-failure.ts'
import type { CopyPlace } from './copy-place.ts'
import type { CopySource } from './copy-source.ts'

/** The target merges templates with the same hash, and retains the first time that each was seen. */
export async function copyTemplates(
  { source, target }: { readonly source: CopySource; readonly target: CopyPlace },
  signal: AbortSignal,
): Promise<void> {
  const query = sql`SELECT hash, text, first_seen FROM message_templates FINAL FORMAT Native`
  const into = sql`INSERT INTO message_templates (hash, text, first_seen) FORMAT Native`
  for (const server of await source.servers(signal)) {
    const bytes = untilFailure(await server.read(query, signal))
    await target.insert(into, Readable.from(bytes, { objectMode: false }), signal)
  }
}
