import { readString } from '@logyard/languages/rules/syntax/read-literal'
import { writeLiteral } from '@logyard/languages/rules/syntax/write-literal'

/** A comment or another literal, or a reference to a rule, of which the second group is the literal. */
const REFERENCE = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|(\brule\s*)("(?:[^"\\]|\\[\s\S])*")|"(?:[^"\\]|\\[\s\S])*"/gi

/** A pipeline's source with the new name in place of the old one; everything else stays as it is written. */
export const renameRule = (pipelineSource: string, from: string, to: string): string =>
  pipelineSource.replaceAll(REFERENCE, (whole: string, keyword?: string, name?: string) =>
    keyword !== undefined && name !== undefined && readString(name) === from ? `${keyword}${writeLiteral(to)}` : whole,
  )
