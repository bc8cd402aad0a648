/** What the types of converters are compiled to. */
import type { Scalar } from '@logyard/codecs/codec'
import type { PendingLookup } from '../../platform/pending-lookup.ts'

/** Why a text could not be converted. It is counted, and the text stays. */
export interface Unconverted {
  readonly problem: string
}

/** `null` removes the field. */
export type Conversion = Scalar | Date | null | PendingLookup | Unconverted

export interface ValueConverter {
  readonly makes: 'value'
  convert(text: string): Conversion
}

export interface FieldsConverter {
  readonly makes: 'fields'
  /** Fields that are added to the message. Undefined if there are none. */
  convert(text: string): ReadonlyMap<string, string> | undefined
}

export type Converter = ValueConverter | FieldsConverter
