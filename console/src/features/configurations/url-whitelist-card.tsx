import { type UrlWhitelist, updateUrlWhitelist } from '@logyard/contract/url-whitelist/url-whitelist'
import { Badge, Box, Stack, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { urlWhitelistQuery } from '../../url-whitelist/url-whitelist-query.ts'
import { WhitelistDialog } from '../../url-whitelist/whitelist-dialog.tsx'
import { WhitelistedUrlInput } from '../../url-whitelist/whitelisted-url-input.tsx'
import { ConfigurationCard } from './configuration-card.tsx'

/** The URLs that the server may request, and whether it may request a certain one. */
export function UrlWhitelistCard() {
  const t = useText()
  const canEdit = useMay()(updateUrlWhitelist)
  const whitelist = useQuery(urlWhitelistQuery(useCall()))
  const [isOpen, setIsOpen] = useState(false)
  const [tried, setTried] = useState('')
  const { data } = whitelist
  return (
    <ConfigurationCard
      title={t('whitelist.title')}
      badge={
        data !== undefined && (
          <Badge size="sm" color={data.disabled ? 'amber' : 'gray'}>
            {t('whitelist.state', { disabled: String(data.disabled) })}
          </Badge>
        )
      }
      description={t('whitelist.description')}
      onUpdate={canEdit && data !== undefined ? () => setIsOpen(true) : undefined}
    >
      <Loaded query={whitelist} lines={3}>
        {(loaded) => (
          <Stack gap="md">
            <Entries whitelist={loaded} />
            <Box maw={480}>
              <WhitelistedUrlInput label={t('whitelist.try')} value={tried} onChange={setTried} />
            </Box>
          </Stack>
        )}
      </Loaded>
      {isOpen && <WhitelistDialog onClose={() => setIsOpen(false)} />}
    </ConfigurationCard>
  )
}

function Entries({ whitelist: { entries, disabled } }: { whitelist: UrlWhitelist }) {
  const t = useText()
  if (entries.length === 0) {
    return <Dimmed>{t(disabled ? 'whitelist.none' : 'whitelist.none.enabled')}</Dimmed>
  }
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table aria-label={t('whitelist.title')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={40}>#</Table.Th>
            <Table.Th>{t('whitelist.column.title')}</Table.Th>
            <Table.Th>{t('whitelist.column.url')}</Table.Th>
            <Table.Th>{t('whitelist.column.type')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map(({ id, title, value, type }, index) => (
            <Table.Tr key={id}>
              <Table.Td>{index + 1}</Table.Td>
              <Table.Td translate="no">{title}</Table.Td>
              <Table.Td translate="no" ff="monospace" fz="xs" style={{ overflowWrap: 'anywhere' }}>
                {value}
              </Table.Td>
              <Table.Td>{t(`whitelist.type.${type}`)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
