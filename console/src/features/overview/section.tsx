import { Group, Paper, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

/** A titled part of the overview. */
export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <Paper component="section" p="md" h="100%" aria-labelledby={id}>
      <Group justify="space-between" mb="sm">
        <Title order={2} id={id}>
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </Paper>
  )
}
