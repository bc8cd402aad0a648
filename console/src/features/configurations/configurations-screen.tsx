import { listAuditEntries } from '@logyard/contract/audit/audit'
import { getMailTransport } from '@logyard/contract/mail/mail'
import { listDecorators } from '@logyard/contract/search/decorators'
import { getUrlWhitelist } from '@logyard/contract/url-whitelist/url-whitelist'
import { Stack } from '@mantine/core'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { Page } from '../../ui/page/page.tsx'
import { AuditCard } from './audit-card.tsx'
import { DecoratorsCard } from './decorators-card.tsx'
import { EventsCard } from './events-card.tsx'
import { GeoIpCard } from './geoip-card.tsx'
import { IndexSetDefaultsCard } from './index-set-defaults-card.tsx'
import { MailCard } from './mail-card.tsx'
import { NoticeCard } from './notice-card.tsx'
import { PasswordsCard } from './passwords-card.tsx'
import { ProcessorsCard } from './processors/processors-card.tsx'
import { SearchCard } from './search-card.tsx'
import { SidecarsCard } from './sidecars-card.tsx'
import { ThreatsCard } from './threats-card.tsx'
import { TokensCard } from './tokens-card.tsx'
import { UrlWhitelistCard } from './url-whitelist-card.tsx'

/** Settings that apply to all users, one card for each area. */
export function ConfigurationsScreen() {
  const t = useText()
  const may = useMay()
  return (
    <Page title={t('configurations.title')} description={t('configurations.description')}>
      <Stack gap="md">
        <SearchCard />
        <ProcessorsCard />
        <SidecarsCard />
        <EventsCard />
        {may(getUrlWhitelist) && <UrlWhitelistCard />}
        {may(listDecorators) && <DecoratorsCard />}
        {may(getMailTransport) && <MailCard />}
        <IndexSetDefaultsCard />
        <PasswordsCard />
        <TokensCard />
        <NoticeCard />
        <GeoIpCard />
        <ThreatsCard />
        {may(listAuditEntries) && <AuditCard />}
      </Stack>
    </Page>
  )
}
