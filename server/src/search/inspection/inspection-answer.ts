import type { SearchInspection } from '@logyard/contract/search/search-inspection'
import type { Caller } from '../../http/caller.ts'
import type { Job } from '../run/search-job.ts'
import type { StatementTrace } from '../statements/statement-trace.ts'

/**
 * Only callers who may read all streams learn numbers of rows, the time of the engine and fractions of milliseconds: the
 * engine also reads rows of other streams.
 */
export function inspectionAnswer(
  job: Job,
  { statements, leftOut }: ReturnType<StatementTrace['take']>,
  tookMs: number,
  caller: Caller,
): SearchInspection {
  const seesRows = caller.holds('streams:read:*')
  const figured = (ms: number) => (seesRows ? Math.round(ms * 10) / 10 : Math.round(ms))
  return {
    statements: statements.map(({ text, searchTypeId, waitingMs, tookMs: ms, figures, answerBytes, hasFailed }) => ({
      search_type_id: searchTypeId ?? null,
      sql: seesRows ? text : withoutPatterns(text),
      waiting_ms: figured(waitingMs),
      took_ms: figured(ms),
      engine_ms: seesRows && figures !== undefined ? figured(figures.ms) : null,
      rows: seesRows ? (figures?.rows ?? null) : null,
      bytes: seesRows ? (figures?.bytes ?? null) : null,
      answer_bytes: answerBytes,
      has_failed: hasFailed,
    })),
    left_out: leftOut,
    took_ms: figured(tookMs),
    answer_bytes: job.answer().reduce((sum, { byteLength }) => sum + byteLength, 0),
  }
}

/**
 * The texts of patterns are texts of messages, of any stream: fields of patterns compare them, and stay readable without.
 */
const withoutPatterns = (text: string): string =>
  text
    .replaceAll(/extract\(message, '(?:[^'\\]|\\.)*'\)/g, "extract(message, '…')")
    .replaceAll(/template IN \([\d, ]*\)/g, 'template IN (…)')
