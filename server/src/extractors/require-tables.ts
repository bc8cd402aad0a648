import type { Caller } from '../http/caller.ts'
import { extractorRefused } from './extractor-errors.ts'
import type { ReadExtractor } from './read-extractor.ts'

/** Whether there is a lookup table of this name that the caller may read. */
export type IsReadableTable = (name: string, caller: Pick<Caller, 'holds'>) => boolean

/** Throws unless all lookup tables of the extractor exist. Without permission nobody learns which tables there are. */
export function requireTables(
  { type, extractor_config, converters }: ReadExtractor,
  caller: Pick<Caller, 'holds'>,
  isReadable: IsReadableTable,
): void {
  const requireTable = (config: Readonly<Record<string, unknown>>, field: string) => {
    const name = config['lookup_table_name']
    if (typeof name === 'string' && isReadable(name, caller)) return
    throw extractorRefused(`${field}.lookup_table_name`, `There is no lookup table named ${String(name)}.`)
  }
  if (type === 'lookup_table') requireTable(extractor_config, 'extractor_config')
  for (const converter of converters) {
    if (converter.type === 'lookup_table') requireTable(converter.config, 'converters.lookup_table')
  }
}
