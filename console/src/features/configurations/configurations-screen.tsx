import { Stack } from '@mantine/core'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { Page } from '../../ui/page/page.tsx'
import { DecoratorsCard } from './decorators-card.tsx'
import { EventsCard } from './events-card.tsx'
import { GeoIpCard } from './geoip-card.tsx'
import { MailCard } from './mail-card.tsx'
import { ProcessorsCard } from './processors/processors-card.tsx'
import { SearchCard } from './search-card.tsx'
import { ThreatsCard } from './threats-card.tsx'
import { UrlWhitelistCard } from './url-whitelist-card.tsx'

/** Settings that apply to all users, one card for each area. */
export function ConfigurationsScreen() {
  const t = useText()
  const may = useMay()
  return (
    <Page
      title={t('configurations.title')}
      description={t('configurations.description')}
      crumbs={[{ label: t('shell.system') }]}
    >
      <Stack gap="md">
        <SearchCard />
        <ProcessorsCard />
        <EventsCard />
        {may('urlwhitelist:read') && <UrlWhitelistCard />}
        {may('decorators:read') && <DecoratorsCard />}
        {may('system:read') && <MailCard />}
        <GeoIpCard />
        <ThreatsCard />
      </Stack>
    </Page>
  )
}
