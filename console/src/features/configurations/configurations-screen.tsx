import { listAuditEntries } from '@logyard/contract/audit/audit'
import type { OperationSpec } from '@logyard/contract/http/operation'
import { getMailTransport } from '@logyard/contract/mail/mail'
import { listDecorators } from '@logyard/contract/search/decorators'
import { getUrlWhitelist } from '@logyard/contract/url-whitelist/url-whitelist'
import type { ComponentType } from 'react'
import { useMay } from '../../base/session/current-user.tsx'
import type { MessageId } from '../../base/text/catalogues.ts'
import { useText } from '../../base/text/text.tsx'
import { Page } from '../../ui/page/page.tsx'
import { TabViews } from '../../ui/tabs/tab-views.tsx'
import { useViewInUrl } from '../../ui/tabs/use-view-in-url.ts'
import { AuditCard } from './audit-card.tsx'
import classes from './configurations.module.css'
import { DecoratorsCard } from './decorators-card.tsx'
import { EventsCard } from './events-card.tsx'
import { GeoIpCard } from './geoip-card.tsx'
import { IndexSetDefaultsCard } from './index-set-defaults-card.tsx'
import { MailCard } from './mail-card.tsx'
import { MaskingCard } from './masking-card.tsx'
import { NoticeCard } from './notice-card.tsx'
import { PasswordsCard } from './passwords-card.tsx'
import { ProcessorsCard } from './processors/processors-card.tsx'
import { SearchCard } from './search-card.tsx'
import { SidecarsCard } from './sidecars-card.tsx'
import { ThreatsCard } from './threats-card.tsx'
import { TokensCard } from './tokens-card.tsx'
import { UrlWhitelistCard } from './url-whitelist-card.tsx'

interface Section {
  /** In the URL. */
  readonly id: string
  readonly label: MessageId
  readonly Card: ComponentType
  /** An operation that its users may perform. */
  readonly needs?: OperationSpec
}

const SECTIONS: readonly Section[] = [
  { id: 'search', label: 'configurations.search', Card: SearchCard },
  { id: 'decorators', label: 'configurations.decorators', Card: DecoratorsCard, needs: listDecorators },
  { id: 'processors', label: 'configurations.processors', Card: ProcessorsCard },
  { id: 'geoip', label: 'configurations.geoip', Card: GeoIpCard },
  { id: 'threats', label: 'configurations.threats', Card: ThreatsCard },
  { id: 'index-sets', label: 'configurations.indexSets', Card: IndexSetDefaultsCard },
  { id: 'events', label: 'configurations.events', Card: EventsCard },
  { id: 'mail', label: 'mail.title', Card: MailCard, needs: getMailTransport },
  { id: 'url-whitelist', label: 'whitelist.title', Card: UrlWhitelistCard, needs: getUrlWhitelist },
  { id: 'sidecars', label: 'configurations.sidecars', Card: SidecarsCard },
  { id: 'passwords', label: 'configurations.passwords', Card: PasswordsCard },
  { id: 'tokens', label: 'configurations.tokens', Card: TokensCard },
  { id: 'masking', label: 'configurations.masking', Card: MaskingCard },
  { id: 'notice', label: 'configurations.notice', Card: NoticeCard },
  { id: 'audit', label: 'configurations.audit', Card: AuditCard, needs: listAuditEntries },
]

/** Settings that apply to all users: the list of areas, and the settings of one. */
export function ConfigurationsScreen() {
  const t = useText()
  const may = useMay()
  const view = useViewInUrl('section', ['search', ...SECTIONS.map(({ id }) => id)])
  const views = SECTIONS.filter(({ needs }) => needs === undefined || may(needs)).map(({ id, label, Card }) => ({
    id,
    label: t(label),
    content: <Card />,
  }))
  return (
    <Page title={t('configurations.title')} description={t('configurations.description')}>
      <TabViews {...view} views={views} orientation="vertical" className={classes['sections'] ?? ''} />
    </Page>
  )
}
