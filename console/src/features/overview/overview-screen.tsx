import { useText } from '../../app/text/text.tsx'
import { Page } from '../../ui/page.tsx'

export function OverviewScreen() {
  const t = useText()
  return (
    <Page title={t('overview.title')} crumbs={[{ label: t('shell.system') }]}>
      <div />
    </Page>
  )
}
