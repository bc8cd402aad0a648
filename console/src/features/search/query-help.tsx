import { Code, Popover, Stack, Table, Text } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { useState } from 'react'
import type { MessageId } from '../../base/text/catalogues.ts'
import { useText } from '../../base/text/text.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { FilterInput } from '../../ui/form/filter-input.tsx'
import { ToolButton } from '../../ui/tooltip/tool-button.tsx'

const EXAMPLES: readonly { readonly query: string; readonly text: MessageId }[] = [
  { query: 'ssh login', text: 'searchTools.help.words' },
  { query: 'ssh AND login', text: 'searchTools.help.both' },
  { query: '"ssh login"', text: 'searchTools.help.phrase' },
  { query: 'source:web-1', text: 'searchTools.help.field' },
  { query: 'level:error', text: 'searchTools.help.level' },
  { query: 'level:>=warning', text: 'searchTools.help.severe' },
  { query: 'level:3 AND (ssh OR cron)', text: 'searchTools.help.operators' },
  { query: 'NOT level:7', text: 'searchTools.help.not' },
  { query: '_exists_:user', text: 'searchTools.help.exists' },
  { query: 'user:ad* OR *timeout*', text: 'searchTools.help.wildcard' },
  { query: 'took_ms:[100 TO 500}', text: 'searchTools.help.range' },
  { query: 'took_ms:>=100', text: 'searchTools.help.compare' },
  { query: 'took_ms:>1s', text: 'searchTools.help.unit' },
  { query: 'client_ip:10.0.0.0/8', text: 'searchTools.help.network' },
  { query: 'path:/checkout', text: 'searchTools.help.path' },
  { query: 'path:/\\/api\\/v[12].*/', text: 'searchTools.help.regex' },
  { query: 'user:$name$', text: 'searchTools.help.parameter' },
  { query: 'path:"/var/log"', text: 'searchTools.help.escape' },
  { query: 'level:error | top 10 source', text: 'searchTools.help.steps.top' },
  { query: '| stats count(), avg(took_ms) by source', text: 'searchTools.help.steps.stats' },
  { query: '| timechart 5m count() by level', text: 'searchTools.help.steps.timechart' },
  { query: '| parse message grok "%{IP:client}"', text: 'searchTools.help.steps.parse' },
  { query: '| let seconds = took_ms / 1000', text: 'searchTools.help.steps.let' },
  { query: '| where seconds > 2 and user != "ada"', text: 'searchTools.help.steps.where' },
  { query: '| sort -count | limit 20', text: 'searchTools.help.steps.sort' },
  { query: '| join users on user as full_name', text: 'searchTools.help.steps.join' },
  { query: '| transaction by user maxpause=5m', text: 'searchTools.help.steps.transaction' },
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
        <ToolButton
          label={t('searchTools.help')}
          size="sm"
          m={4}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconHelp size={16} />
        </ToolButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('searchTools.help')}>
        <Stack gap="xs">
          <Text size="sm" fw={550}>
            {t('searchTools.help')}
          </Text>
          <FilterInput label={t('searchTools.help.filter')} value={wanted} onChange={setWanted} />
          <Table fz="xs" verticalSpacing={4} aria-label={t('searchTools.help')}>
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
          <Dimmed size="xs">{t('searchTools.help.more')}</Dimmed>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
