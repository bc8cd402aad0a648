import { createInput } from '@logyard/contract/ingest/inputs'
import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { gettingStartedQuery } from '../../base/queries/getting-started-query.ts'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page } from '../../ui/page/page.tsx'
import { LaunchInput } from './form/launch-input.tsx'
import { InputLists } from './list/input-lists.tsx'

/** All inputs, which receive or fetch messages, on all nodes. */
export function InputsScreen() {
  const t = useText()
  return (
    <Page
      title={t('inputs.title')}
      description={t('inputs.description')}
      action={
        <Group gap="xs">
          <BackToGuide />
          <LinkButton variant="default" to={routes.diagnosis()}>
            {t('ui.diagnose.all')}
          </LinkButton>
          <LaunchInput />
        </Group>
      }
    >
      <InputLists />
    </Page>
  )
}

/** While the guide is offered, the way back to it. */
function BackToGuide() {
  const t = useText()
  const may = useMay()
  const isOffered = may(createInput)
  const guide = useQuery({ ...gettingStartedQuery(useCall()), enabled: isOffered })
  if (guide.data !== true) return null
  return (
    <LinkButton variant="subtle" to={routes.gettingStarted()}>
      {t('inputs.guide')}
    </LinkButton>
  )
}
