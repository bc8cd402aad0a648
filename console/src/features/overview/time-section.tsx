import { getSystemOverview } from '@logyard/contract/cluster'
import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { useCall, useServices } from '../../app/services.tsx'
import { useCurrentUser, useMay } from '../../app/session/current-user.tsx'
import { useText } from '../../app/text/text.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Section } from './section.tsx'

/** The same instant in the zones that matter: many a 'missing' message was only looked for at the wrong hour. */
export function TimeSection() {
  const t = useText()
  const call = useCall()
  const may = useMay()
  const { config } = useServices()
  const { timezone, username } = useCurrentUser()
  const { data } = useQuery({
    queryKey: ['system'],
    queryFn: ({ signal }) => call(getSystemOverview, { signal, extendSession: false }),
    enabled: may('system:read'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Section title={t('overview.time')}>
      <DefinitionList
        items={[
          { label: t('overview.time.user', { username }), value: <Clock zone={timezone ?? config.rootTimeZone} /> },
          {
            label: t('overview.time.browser'),
            value: <Clock zone={Intl.DateTimeFormat().resolvedOptions().timeZone} />,
          },
          ...(data === undefined ? [] : [{ label: t('overview.time.server'), value: <Clock zone={data.timezone} /> }]),
        ]}
      />
    </Section>
  )
}

function Clock({ zone }: { zone: string }) {
  const intl = useIntl()
  const now = useNow('second')
  const at = intl.formatDate(now, {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  })
  return (
    <time translate="no">
      {at}
      <br />
      {zone}
    </time>
  )
}
