import { accepts } from '../../http/accepts.ts'

export type ExportFormat = 'csv' | 'json' | 'ndjson'

export const EXPORT_TYPES = {
  csv: 'text/csv',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
} as const satisfies Readonly<Record<ExportFormat, string>>

/** The format that the client accepts; CSV by default. */
export function exportFormat(accept: string | undefined): ExportFormat {
  if (accept === undefined || accept === '' || accepts(accept, EXPORT_TYPES.csv)) return 'csv'
  return accepts(accept, EXPORT_TYPES.ndjson) ? 'ndjson' : 'json'
}
