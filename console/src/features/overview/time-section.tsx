import { getSystemOverview } from '@logyard/contract/cluster/cluster'
import { useQuery } from '@tanstack/react-query'
import { useCall, useServices } from '../../base/services/services.tsx'
import { useCurrentUser, useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { systemQuery } from '../../cluster/cluster-queries.ts'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { Clock } from '../../ui/time/clock.tsx'
import { Section } from './section.tsx'

/** The current time in the relevant zones: messages often seem missing because a search used the wrong zone. */
export function TimeSection() {
  const t = useText()
  const call = useCall()
  const may = useMay()
  const { config } = useServices()
  const { timezone, username } = useCurrentUser()
  const { data } = useQuery({ ...systemQuery(call), enabled: may(getSystemOverview) })
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
