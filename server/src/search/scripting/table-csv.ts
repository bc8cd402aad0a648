import { setImmediate as afterOthers } from 'node:timers/promises'
import { withoutFormula } from '@logyard/contract/search/csv-formulas'
import { exactJson } from '../statements/exact-json.ts'

interface CsvTable {
  readonly schema: readonly { readonly name: string }[]
  readonly datarows: readonly (readonly unknown[])[]
}

const ROWS_AT_ONCE = 1000

/** Every value in quotes, a missing one empty. Texts that a spreadsheet would calculate are made harmless. */
export async function csvOf({ schema, datarows }: CsvTable): Promise<string> {
  let text = lineOf(schema.map(({ name }) => name))
  for (const [at, row] of datarows.entries()) {
    if (at % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await afterOthers()
    text += lineOf(row)
  }
  return text
}

const lineOf = (row: readonly unknown[]): string => `${row.map(cellOf).join(',')}\n`

const cellOf = (value: unknown): string => `"${withoutFormula(textOf(value)).replaceAll('"', '""')}"`

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? exactJson.stringify(value) : String(value)
}
