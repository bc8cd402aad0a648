/** The texts of fields: those of the server are in English, those of the console are ids of the catalogues. */
import type { Field, FieldKind, FieldOf } from '@logyard/contract/configured/field'
import type { ReactNode } from 'react'
import type { MessageId } from '../../base/text/catalogues.ts'
import type { useText } from '../../base/text/text.tsx'
import type { FieldProblem } from './field-problems.ts'

/** A field that the console describes. */
export type OwnField<Kind extends FieldKind = FieldKind> = FieldOf<Kind> & {
  readonly label: MessageId
  readonly help?: MessageId
}

type Translate = ReturnType<typeof useText>

/** Translated fields, for `Fields` with `isTranslated`. */
export const inWords = (fields: readonly OwnField[], t: Translate): readonly Field[] =>
  fields.map((field) => ({
    ...field,
    label: t(field.label),
    ...(field.help === undefined ? {} : { help: t(field.help) }),
  }))

/** Labels by the names of errors: those of the fields, and those of the errors that fields share. */
export const fieldLabels = (fields: readonly Field[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    fields.flatMap(({ name, label, shared_error: shared }) => [
      [name, label],
      ...(shared === undefined || shared.name === name ? [] : [[shared.name, shared.label]]),
    ]),
  )

export const problemTexts = (
  problems: Readonly<Record<string, FieldProblem>>,
  t: Translate,
): Readonly<Record<string, ReactNode>> =>
  Object.fromEntries(Object.entries(problems).map(([name, { text, values }]) => [name, t(text, values)]))
