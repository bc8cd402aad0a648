/** The fields of a form, described in the notation of the contract. */
import type { Field } from '@logyard/contract/configured/field'
import { Stack } from '@mantine/core'
import { useState } from 'react'
import { FieldInput } from './field-input.tsx'
import type { FieldsProps } from './field-props.ts'
import { holds, isUnset } from './field-values.ts'
import classes from './fields.module.css'
import { Fold } from './fold.tsx'

export function Fields(props: FieldsProps) {
  const shown = props.fields.filter(({ hidden_while }) => !holds(hidden_while, props.values))
  return runsOf(shown, ({ section }) => section).map((run) => {
    const [{ name, section }] = run
    return section === undefined ? (
      <Lines key={name} {...props} shown={run} />
    ) : (
      <Section key={section} {...props} heading={section} shown={run} />
    )
  })
}

interface PartProps extends FieldsProps {
  readonly shown: readonly Field[]
}

/** Fields that are folded under a heading, unless one of them is used or has an error. */
function Section({ heading, ...props }: PartProps & { readonly heading: string }) {
  const { shown, values, errors, isTranslated = false } = props
  const [isUsed] = useState(() => shown.some(({ name }) => !isUnset(values[name]) && values[name] !== 0))
  return (
    <Fold
      label={<span translate={isTranslated ? undefined : 'no'}>{heading}</span>}
      isOpenAtFirst={isUsed}
      hasError={shown.some(({ name }) => errors[name] !== undefined)}
    >
      <Stack gap="md" mt="md">
        <Lines {...props} />
      </Stack>
    </Fold>
  )
}

/** Narrow fields that follow each other share a line. */
function Lines({ shown, ...props }: PartProps) {
  const inputOf = (field: Field) => <FieldInput key={field.name} {...props} field={field} />
  return runsOf(shown, ({ is_narrow }) => is_narrow === true).map((run) =>
    run[0].is_narrow === true ? (
      <div key={run[0].name} className={classes['narrow']}>
        {run.map(inputOf)}
      </div>
    ) : (
      run.map(inputOf)
    ),
  )
}

type Run = readonly [Field, ...Field[]]

/** Groups neighbours for which `keyOf` returns the same value. */
function runsOf(fields: readonly Field[], keyOf: (field: Field) => unknown): readonly Run[] {
  const runs: [Field, ...Field[]][] = []
  for (const field of fields) {
    const last = runs.at(-1)
    if (last !== undefined && keyOf(last[0]) === keyOf(field)) last.push(field)
    else runs.push([field])
  }
  return runs
}
