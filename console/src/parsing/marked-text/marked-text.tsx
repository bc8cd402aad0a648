import { useComputedColorScheme } from '@mantine/core'
import type { CSSProperties } from 'react'
import { seriesColor } from '../../base/theme/chart-colors.ts'
import { type Mark, outerMarks } from './mark.ts'
import classes from './marked-text.module.css'

interface MarkedTextProps {
  readonly text: string
  readonly marks: readonly Mark[]
  /** Fields in the order of their colours. */
  readonly fields: readonly string[]
  /** Its end is cut by the element around it. */
  readonly isOneLine?: boolean
}

/** A text with the parts marked that become fields. Of parts within others, only the outer ones are marked. */
export function MarkedText({ text, marks, fields, isOneLine = false }: MarkedTextProps) {
  const color = useFieldColor(fields)
  const shown = outerMarks(marks)
  return (
    <span className={classes['text']} data-one-line={isOneLine || undefined} translate="no">
      {shown.map(({ from, to, field }, index) => (
        <span key={from}>
          {text.slice(shown[index - 1]?.to ?? 0, from)}
          <mark className={classes['mark']} style={color(field)} title={field}>
            {text.slice(from, to)}
          </mark>
        </span>
      ))}
      {text.slice(shown.at(-1)?.to ?? 0)}
    </span>
  )
}

/** A field with its value, in the colour of its part in the text. */
export function MarkedField({ field, value, fields }: { field: string; value: string; fields: readonly string[] }) {
  const color = useFieldColor(fields)
  return (
    <span className={classes['field']} style={color(field)} translate="no">
      <span className={classes['name']}>{field}</span>
      <span className={classes['value']} title={value}>
        {value}
      </span>
    </span>
  )
}

/** The colour of a field, beside its name. */
export function FieldSwatch({ field, fields }: { field: string; fields: readonly string[] }) {
  const color = useFieldColor(fields)
  return <span className={classes['swatch']} style={color(field)} />
}

interface MarkStyle extends CSSProperties {
  readonly '--mark': string
}

function useFieldColor(fields: readonly string[]): (field: string) => MarkStyle {
  const scheme = useComputedColorScheme('light')
  return (field) => ({ '--mark': seriesColor(Math.max(0, fields.indexOf(field)), scheme) })
}
