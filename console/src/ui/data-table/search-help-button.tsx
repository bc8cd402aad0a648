import { ActionIcon, Code, Group, Popover, Stack, Text } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { useText } from '../../base/text/text.tsx'
import type { SearchHelp } from './data-table-props.ts'

export function SearchHelpButton({ help }: { help: SearchHelp }) {
  const t = useText()
  return (
    <Popover position="bottom-start" width={340} shadow="md" withArrow trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon size={24} aria-label={t('ui.list.help')}>
          <IconHelp size={15} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('ui.list.help')}>
        <Stack gap="xs">
          <Text size="sm">{t('ui.list.help.syntax')}</Text>
          <Text size="sm">{t('ui.list.help.fields')}</Text>
          <Group gap={4} translate="no">
            {help.fields.map((field) => (
              <Code key={field}>{field}</Code>
            ))}
          </Group>
          <Text size="sm">
            {t('ui.list.help.example')} <Code translate="no">{help.example}</Code>
          </Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
