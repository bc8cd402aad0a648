import { Button, Group, Title } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { useText } from '../../base/text/text.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'

interface ConfigurationCardProps {
  readonly title: string
  /** Beside the title. */
  readonly badge?: ReactNode
  readonly description: string
  /** Absent if the user may only read. */
  readonly onUpdate: (() => void) | undefined
  readonly children: ReactNode
}

export function ConfigurationCard({ title, badge, description, onUpdate, children }: ConfigurationCardProps) {
  const t = useText()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Group justify="space-between" align="flex-start" mb="md" wrap="nowrap">
        <div>
          <Group gap="xs">
            <Title order={2} id={id}>
              {title}
            </Title>
            {badge}
          </Group>
          <Dimmed>{description}</Dimmed>
        </div>
        {onUpdate !== undefined && (
          <Button
            size="xs"
            flex="0 0 auto"
            variant="default"
            leftSection={<IconPencil size={14} />}
            aria-label={t('configurations.updateOf', { title })}
            onClick={onUpdate}
          >
            {t('configurations.update')}
          </Button>
        )}
      </Group>
      {children}
    </section>
  )
}
