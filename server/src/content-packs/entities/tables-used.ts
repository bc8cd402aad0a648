/** The lookup tables that searches and events use by their names. */
import type { Parameter } from '@logyard/contract/search/searches'
import { tableNamed } from '../../entities/entity-refs.ts'
import type { EntityName } from '../../entities/entity-type.ts'
import { isLookupParameter } from '../../search/plan/lookup-parameters.ts'

export const tablesOfParameters = (parameters: readonly Parameter[]): readonly EntityName[] =>
  parameters.filter(isLookupParameter).flatMap((one) => tableNamed(one.lookup_table))
