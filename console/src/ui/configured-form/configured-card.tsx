/** One configured entity in a list: its title and badges, its type, what can be done with it, and its content. */
import { Badge, Box, Group, Paper, Text, Title } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'

interface ConfiguredCardProps {
  readonly title: string
  readonly headingOrder: 2 | 3
  readonly typeName: string
  /** The label of the badge of entities from a content pack; absent for others. */
  readonly contentPack: string | undefined
  readonly badges?: ReactNode
  /** Beside the name of the type. */
  readonly facts?: ReactNode
  readonly controls: ReactNode
  readonly children: ReactNode
}

export function ConfiguredCard(props: ConfiguredCardProps) {
  const { title, headingOrder, typeName, contentPack, badges, facts, controls, children } = props
  const titleId = useId()
  return (
    <Paper component="article" p="md" aria-labelledby={titleId}>
      <Group justify="space-between" gap="sm" align="flex-start">
        <Box miw={0}>
          <Group gap="xs" align="center">
            <Title order={headingOrder} size="h3" id={titleId} translate="no" style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Title>
            {badges}
            {contentPack !== undefined && (
              <Badge color="gray" leftSection={<IconPackage size={12} />}>
                {contentPack}
              </Badge>
            )}
          </Group>
          <Group gap="sm">
            <Text size="sm" c="dimmed" translate="no">
              {typeName}
            </Text>
            {facts}
          </Group>
        </Box>
        {controls}
      </Group>
      {children}
    </Paper>
  )
}
