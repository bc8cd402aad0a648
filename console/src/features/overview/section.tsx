import { Group, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './overview.module.css'

/** A titled part of the overview. */
export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes['section']} aria-labelledby={id}>
      <Group justify="space-between" mb="sm">
        <Title order={2} id={id}>
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </section>
  )
}
