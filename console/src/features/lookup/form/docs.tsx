import type { TypeForm } from '@logyard/contract/configured/field'
import { Title } from '@mantine/core'
import { useId } from 'react'
import classes from './form.module.css'

/** The server's documentation of a type, beside its form. */
export function Docs({ form: { title, docs = [], example } }: { readonly form: TypeForm }) {
  const id = useId()
  return (
    <aside className={classes['docs']} aria-labelledby={id} translate="no">
      <Title order={2} id={id} mb="xs">
        {title}
      </Title>
      {docs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {example !== undefined && <pre>{example}</pre>}
    </aside>
  )
}
