import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useText } from '../../../base/text/text.tsx'
import type { Block } from '../model/block.ts'
import classes from './definition-form.module.css'

/** A titled part of the form. */
export function FormBlock({ block, children }: { readonly block: Block; readonly children: ReactNode }) {
  const t = useText()
  const id = useId()
  return (
    <section className={classes['block']} aria-labelledby={id} data-block={block}>
      <Title order={2} id={id}>
        {t(`definitions.block.${block}`)}
      </Title>
      {children}
    </section>
  )
}
