/** Sends an export at the client's pace; ends it when the client disconnects or reads nothing. */
import type { FastifyReply } from 'fastify'
import { ExportStream } from '../../http/export-stream.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Decoration } from '../decorators/decorate-messages.ts'
import type { ProgressPart } from '../progress/progress.ts'
import type { SearchEngines } from '../statements/search-engine.ts'
import { missingShards } from '../statements/skip-missing.ts'
import { EXPORT_TYPES, type ExportFormat } from './export-format.ts'
import { exportMessages } from './export-messages.ts'
import type { MessageExport } from './message-exports.ts'

export interface SendExportDeps {
  readonly engine: SearchEngines
  readonly decoration: Pick<Decoration, 'compile'>
  readonly clock: Clock
}

export interface ExportCall {
  readonly selection: MessageExport
  readonly format: ExportFormat
  readonly reply: FastifyReply
  /** Fires when the client disconnects, or the export is stopped. */
  readonly signal: AbortSignal
  readonly part?: ProgressPart
  /** Called with the numbers of the shards whose messages the export lacks, before it is sent. */
  readonly onMissing?: (shards: readonly number[]) => void
}

/**
 * Waits for the first messages, so that an early failure is still answered as an error. After that the stream owns the
 * statement and its place: it is destroyed when the answer ends for any reason.
 */
export async function sendExport(
  { selection, format, reply, signal, part, onMissing }: ExportCall,
  { engine, decoration, clock }: SendExportDeps,
): Promise<FastifyReply> {
  const { caller, decorators } = selection
  const decorate = await decoration.compile(decorators, { caller, signal })
  const request = { ...selection, format, decorate }
  const missing = new Set<number>()
  const chunks = exportMessages(request, { engine: engine.of({ user: caller.userId, missing }), signal, part })
  const stream = new ExportStream(chunks, await chunks.next(), clock)
  if (signal.aborted) stream.destroy()
  else signal.addEventListener('abort', () => stream.destroy(), { once: true })
  const { missing_shards: shards = [] } = missingShards(missing)
  if (shards.length > 0) {
    reply.header('x-logyard-missing-shards', shards.join(', '))
    onMissing?.(shards)
  }
  reply.type(`${EXPORT_TYPES[format]}; charset=utf-8`)
  return reply.send(stream)
}

/** The name of the file, which also says what it lacks. */
export function partialName(name: string, shards: readonly number[]): string {
  const at = name.includes('.') ? name.lastIndexOf('.') : name.length
  return `${name.slice(0, at)} without shard ${shards.join(', ')}${name.slice(at)}`
}
