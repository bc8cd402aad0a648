import { ActionIcon, Code, Popover, Stack, Table, Text, Tooltip } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { useState } from 'react'
import type { MessageId } from '../../base/text/catalogues.ts'
import { useText } from '../../base/text/text.tsx'

const EXAMPLES: readonly { readonly query: string; readonly text: MessageId }[] = [
  { query: 'ssh login', text: 'search.help.words' },
  { query: '"ssh login"', text: 'search.help.phrase' },
  { query: 'source:web-1', text: 'search.help.field' },
  { query: 'level:3 AND (ssh OR cron)', text: 'search.help.operators' },
  { query: 'NOT level:7', text: 'search.help.not' },
  { query: '_exists_:user', text: 'search.help.exists' },
  { query: 'user:ad*', text: 'search.help.wildcard' },
  { query: 'took_ms:[100 TO 500}', text: 'search.help.range' },
  { query: 'took_ms:>=100', text: 'search.help.compare' },
  { query: 'path:/\\/api\\/v[12].*/', text: 'search.help.regex' },
  { query: 'user:$name$', text: 'search.help.parameter' },
  { query: 'path:"/var/log"', text: 'search.help.escape' },
]

/** Examples of the query language. */
export function QueryHelp() {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" shadow="md" width="min(520px, 94vw)" trapFocus>
      <Popover.Target>
        <Tooltip label={t('search.help')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="md"
            m={3}
            aria-label={t('search.help')}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconHelp size={18} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('search.help')}>
        <Stack gap="xs">
          <Text size="sm" fw={550}>
            {t('search.help')}
          </Text>
          <Table fz="xs" verticalSpacing={4} aria-label={t('search.help')}>
            <Table.Tbody>
              {EXAMPLES.map(({ query, text }) => (
                <Table.Tr key={query}>
                  <Table.Td>
                    <Code translate="no">{query}</Code>
                  </Table.Td>
                  <Table.Td>{t(text)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <Text size="xs" c="dimmed">
            {t('search.help.more')}
          </Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
