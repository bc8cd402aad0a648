/** Entries as the lines of a file. */
import { type AuditEntry, AuditEntryBody } from '@logyard/contract/audit/audit-entry'
import { withoutFormula } from '@logyard/contract/search/csv-formulas'

export const FORMATS = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const
export type Format = keyof typeof FORMATS

const COLUMNS = ['sequence', ...Object.keys(AuditEntryBody.properties)]

export async function* exportLines(
  batches: AsyncIterable<readonly AuditEntry[]>,
  format: Format,
): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine(COLUMNS)
  for await (const batch of batches) yield batch.map((entry) => lineOf(entry, format)).join('')
}

function lineOf(entry: AuditEntry, format: Format): string {
  if (format === 'ndjson') return `${JSON.stringify(entry)}\n`
  const values = new Map<string, unknown>(Object.entries(entry))
  return csvLine(COLUMNS.map((column) => values.get(column)))
}

const csvLine = (values: readonly unknown[]) => `${values.map(cellOf).join(',')}\r\n`

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return `"${withoutFormula(text).replaceAll('"', '""')}"`
}
