import type { UnusualField } from '@logyard/contract/fields/unusual-messages'
import { Text } from '@mantine/core'
import { FormattedNumber } from 'react-intl'
import { AppLink } from '../base/routes/app-link.tsx'
import { routes } from '../base/routes/routes.ts'
import { useText } from '../base/text/text.tsx'
import { PlainTable } from '../ui/data-table/plain-table.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'

/** Lists the unusual fields, each with its count and an example message. */
export function UnusualList({ fields }: { fields: readonly UnusualField[] }) {
  const t = useText()
  return (
    <PlainTable
      label={t('unusual.title')}
      rows={fields}
      rowId={({ kind, index_set, field }) => `${kind} ${index_set} ${field}`}
      columns={[
        { header: t('unusual.what'), cell: (field) => <UnusualWhat unusual={field} /> },
        {
          header: t('unusual.messages'),
          align: 'right',
          isData: true,
          cell: ({ count }) => <FormattedNumber value={count} />,
        },
        { header: t('unusual.lastSeen'), cell: ({ last_seen: instant }) => <RelativeTime instant={instant} /> },
        {
          header: t('unusual.example'),
          cell: ({ example }) => (
            <AppLink to={routes.message(example.index, example.message_id)}>{t('unusual.show')}</AppLink>
          ),
        },
      ]}
      minWidth={420}
    />
  )
}

function UnusualWhat({ unusual }: { unusual: UnusualField }) {
  const t = useText()
  const name = (
    <Text component="span" ff="monospace" size="sm" translate="no">
      {unusual.field}
    </Text>
  )
  const others = unusual.other_types.map((type) => t(`unusual.type.${type}`)).join(', ')
  return (
    <>
      {unusual.field === '' ? t('unusual.furtherFields') : name}{' '}
      <Text component="span" size="sm">
        {unusual.kind === 'type-clash'
          ? t('unusual.typeClash', { usual: t(`unusual.type.${unusual.usual_type}`), others })
          : t(unusual.kind === 'long-value' ? 'unusual.longValue' : 'unusual.fieldFlood')}
      </Text>
      <Text component="div" size="xs" c="dimmed">
        {t('unusual.inIndexSet')} <span translate="no">{unusual.index_set}</span>
      </Text>
    </>
  )
}
