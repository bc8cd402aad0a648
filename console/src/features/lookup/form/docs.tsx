import { Title } from '@mantine/core'
import { useId } from 'react'
import { useText } from '../../../base/text/text.tsx'
import type { TypeInfo } from '../model/settings.ts'
import classes from './form.module.css'

/** What a type is for, beside its form. */
export function Docs({ type }: { type: TypeInfo }) {
  const t = useText()
  const id = useId()
  return (
    <aside className={classes['docs']} aria-labelledby={id}>
      <Title order={2} id={id} mb="xs">
        {t(type.label)}
      </Title>
      {type.docs.map((paragraph) => (
        <p key={paragraph}>{t(paragraph)}</p>
      ))}
      {type.example !== undefined && <pre translate="no">{type.example}</pre>}
    </aside>
  )
}
