import { regexToolOperations } from './regex-tools.ts'
import { structureToolOperations } from './structure-tools.ts'
import { textToolOperations } from './text-tools.ts'

export const parserToolOperations = [...regexToolOperations, ...textToolOperations, ...structureToolOperations]
