/** The templates of messages: few, and the same when they are copied again. */
import { Readable } from 'node:stream'
import { sql } from '@logyard/languages/sql/sql'
import { untilFailure } from '../store/engine/until-failure.ts'
import type { CopyPlace } from './copy-place.ts'

/** The target merges templates with the same hash, and retains the first time that each was seen. */
export async function copyTemplates(
  { source, target }: { readonly source: CopyPlace; readonly target: CopyPlace },
  signal: AbortSignal,
): Promise<void> {
  const query = sql`SELECT hash, text, first_seen FROM message_templates FINAL FORMAT Native`
  const bytes = untilFailure(await source.read(query, signal))
  const into = sql`INSERT INTO message_templates (hash, text, first_seen) FORMAT Native`
  await target.insert(into, Readable.from(bytes, { objectMode: false }), signal)
}
