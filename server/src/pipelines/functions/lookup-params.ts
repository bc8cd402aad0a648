import type { LookupKey } from '../../lookup/lookup-tables.ts'
import type { PipelineParam } from '../evaluation/rule-run.ts'
import { scalarOf } from './lookup-values.ts'
import { anything, text } from './params.ts'

/** Whether the table exists is known only while messages are processed. */
export const lookupTable: PipelineParam<string> = {
  ...text('lookup_table', 'The name of the lookup table.'),
  preparedClass: 'org.graylog2.lookup.LookupTableService$Function',
}

export const lookupKey: PipelineParam<LookupKey> = { ...anything('key', 'The key.'), prepare: scalarOf }
