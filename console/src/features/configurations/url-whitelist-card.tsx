import { type UrlWhitelist, updateUrlWhitelist } from '@logyard/contract/url-whitelist/url-whitelist'
import { Badge, Box, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
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
  const rows = entries.map((entry, index) => ({ ...entry, number: index + 1 }))
  return (
    <PlainTable
      label={t('whitelist.title')}
      rows={rows}
      rowId={({ id }) => id}
      columns={[
        { header: '#', width: 40, cell: ({ number }) => number },
        { header: t('whitelist.column.title'), isData: true, cell: ({ title }) => title },
        {
          header: t('whitelist.column.url'),
          isData: true,
          cell: ({ value }) => (
            <Text span size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {value}
            </Text>
          ),
        },
        { header: t('whitelist.column.type'), cell: ({ type }) => t(`whitelist.type.${type}`) },
      ]}
      none={t(disabled ? 'whitelist.none' : 'whitelist.none.enabled')}
      minWidth={480}
    />
  )
}
