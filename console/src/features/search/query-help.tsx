import { Code, Popover, Stack, Table, Text } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { useState } from 'react'
import type { MessageId } from '../../base/text/catalogues.ts'
import { useText } from '../../base/text/text.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { FilterInput } from '../../ui/form/filter-input.tsx'
import { ToolButton } from '../../ui/tooltip/tool-button.tsx'

const EXAMPLES: readonly { readonly query: string; readonly text: MessageId }[] = [
  { query: 'ssh login', text: 'search.help.words' },
  { query: 'ssh AND login', text: 'search.help.both' },
  { query: '"ssh login"', text: 'search.help.phrase' },
  { query: 'source:web-1', text: 'search.help.field' },
  { query: 'level:error', text: 'search.help.level' },
  { query: 'level:>=warning', text: 'search.help.severe' },
  { query: 'level:3 AND (ssh OR cron)', text: 'search.help.operators' },
  { query: 'NOT level:7', text: 'search.help.not' },
  { query: '_exists_:user', text: 'search.help.exists' },
  { query: 'user:ad* OR *timeout*', text: 'search.help.wildcard' },
  { query: 'took_ms:[100 TO 500}', text: 'search.help.range' },
  { query: 'took_ms:>=100', text: 'search.help.compare' },
  { query: 'took_ms:>1s', text: 'search.help.unit' },
  { query: 'client_ip:10.0.0.0/8', text: 'search.help.network' },
  { query: 'path:/checkout', text: 'search.help.path' },
  { query: 'path:/\\/api\\/v[12].*/', text: 'search.help.regex' },
  { query: 'user:$name$', text: 'search.help.parameter' },
  { query: 'path:"/var/log"', text: 'search.help.escape' },
]

/** Examples of the query language. */
export function QueryHelp() {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const [wanted, setWanted] = useState('')
  const shown = EXAMPLES.filter(({ query, text }) => `${query} ${t(text)}`.toLowerCase().includes(wanted.toLowerCase()))
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" shadow="md" width="min(520px, 94vw)" trapFocus>
      <Popover.Target>
        <ToolButton label={t('search.help')} size="sm" m={4} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <IconHelp size={16} />
        </ToolButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('search.help')}>
        <Stack gap="xs">
          <Text size="sm" fw={550}>
            {t('search.help')}
          </Text>
          <FilterInput label={t('search.help.filter')} value={wanted} onChange={setWanted} />
          <Table fz="xs" verticalSpacing={4} aria-label={t('search.help')}>
            <Table.Tbody>
              {shown.map(({ query, text }) => (
                <Table.Tr key={query}>
                  <Table.Td>
                    <Code translate="no">{query}</Code>
                  </Table.Td>
                  <Table.Td>{t(text)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <Dimmed size="xs">{t('search.help.more')}</Dimmed>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
