import { Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './form-section.module.css'

export interface FormSectionProps {
  readonly title: string
  /** 3 inside of a part with a title of its own. */
  readonly order?: 2 | 3
  readonly description?: ReactNode
  /** Actions on the section, at the right of its title. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A titled group of fields or facts, in one column. */
export function FormSection({ title, order = 2, description, action, children }: FormSectionProps) {
  const id = useId()
  return (
    <section className={classes['section']} aria-labelledby={id}>
      <Group justify="space-between" gap="sm">
        <Title order={order} id={id}>
          {title}
        </Title>
        {action}
      </Group>
      {description !== undefined && (
        <Text component="div" size="sm" c="dimmed" mt={2}>
          {description}
        </Text>
      )}
      <Stack gap="md" mt="md">
        {children}
      </Stack>
    </section>
  )
}
