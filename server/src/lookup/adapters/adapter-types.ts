/** All types of data adapters. */
import type { AdapterType } from './adapter.ts'
import { csvFile } from './csv-file.ts'
import { logyardValues } from './logyard-values.ts'
import { outsideAdapterTypes } from './outside-adapter-types.ts'

export const adapterTypes: readonly AdapterType[] = [csvFile, logyardValues, ...outsideAdapterTypes]

export const findAdapterType = (type: string): AdapterType | undefined =>
  adapterTypes.find((candidate) => candidate.type === type)
