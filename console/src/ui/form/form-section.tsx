import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

export interface FormSectionProps {
  readonly title: string
  readonly description?: ReactNode
  /** Actions on the section, at the right of its title. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A titled group of fields or facts, in one column. */
export function FormSection({ title, description, action, children }: FormSectionProps) {
  const id = useId()
  return (
    <Paper component="section" p="lg" mb="md" aria-labelledby={id}>
      <Group justify="space-between" gap="sm">
        <Title order={2} id={id}>
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
    </Paper>
  )
}
