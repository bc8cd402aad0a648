/** What the types of extractors are compiled to. Each throws only if the extractor fails on a text. */
import type { FieldValue, Scalar } from '@logyard/codecs/codec'
import type { PendingLookup } from '../../platform/pending-lookup.ts'

/** A value for the target field, and the range of the text that a cut removes. */
export interface Extracted {
  readonly value: Scalar
  /** -1 if the value has no position in the text. */
  readonly begin: number
  readonly end: number
}

export interface TargetExtraction {
  readonly writes: 'target'
  /** Ranges are costly to find for some types: they are -1 unless `needsRange`. */
  extract(text: string, needsRange: boolean): Extracted | PendingLookup | undefined
}

export interface OwnFieldsExtraction {
  readonly writes: 'own fields'
  /** Undefined, never empty, if there is nothing to extract. */
  extract(text: string): ReadonlyMap<string, FieldValue | Date> | undefined
}

export type Extraction = TargetExtraction | OwnFieldsExtraction

/** All characters of the names and values that one extractor makes of one message. */
export const MAX_RESULT_CHARACTERS = 8 * 1024 * 1024
/** The fields that one extractor or converter adds to one message. */
export const MAX_RESULT_FIELDS = 10_000

/** The message is for the author of the extractor, rule or replacement. */
export class ResultTooLong extends Error {
  override readonly name = 'ResultTooLong'
}
export const resultTooLong = () => new ResultTooLong(`The result has more than ${MAX_RESULT_CHARACTERS} characters`)
export const tooManyFields = (): Error => new Error(`The result has more than ${MAX_RESULT_FIELDS} fields`)

export const isPending = <Result>(result: Result | PendingLookup): result is PendingLookup =>
  typeof result === 'object' && result !== null && 'resolve' in result
