import type { ScopedSql } from '@logyard/languages/sql/sql'
import type { SqlRow } from '../../statements/search-engine.ts'
import type { SelectedMessages } from '../message-selections.ts'
import type { ComparedRanges } from './compared-ranges.ts'

/** What the statements of one explanation share. */
export interface Compared {
  readonly selected: SelectedMessages
  readonly ranges: ComparedRanges
  read(statement: ScopedSql): Promise<readonly SqlRow[]>
}
