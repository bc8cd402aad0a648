import { Stack } from '@mantine/core'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { Page } from '../../ui/page/page.tsx'
import { DecoratorsCard } from './decorators-card.tsx'
import { SearchCard } from './search-card.tsx'

/** Settings that hold for everybody, one card for each subject. */
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
        {may('decorators:read') && <DecoratorsCard />}
      </Stack>
    </Page>
  )
}
