import { readConfiguration } from '@logyard/contract/content-packs/configuration-text'
import { listLatestContentPacks } from '@logyard/contract/content-packs/content-packs'
import type { ReactNode } from 'react'
import { routes } from '../../base/routes/routes.ts'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { Page } from '../../ui/page/page.tsx'
import { PageLinks } from '../../ui/page/page-links.tsx'

interface PacksPageProps {
  readonly title: string
  readonly description: string
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** The pages of content packs, with links between them. */
export function PacksPage({ children, ...page }: PacksPageProps) {
  const t = useText()
  const may = useMay()
  const { list, gallery, configuration, proposals } = routes.contentPacks
  const links = [
    ...(may(listLatestContentPacks)
      ? [
          { label: t('contentPacks.list'), to: list() },
          { label: t('contentPacks.gallery'), to: gallery() },
        ]
      : []),
    ...(may(readConfiguration)
      ? [
          { label: t('contentPacks.configuration'), to: configuration() },
          { label: t('contentPacks.proposals'), to: proposals() },
        ]
      : []),
  ]
  return (
    <Page {...page}>
      <PageLinks label={t('contentPacks.pages')} links={links} />
      {children}
    </Page>
  )
}
