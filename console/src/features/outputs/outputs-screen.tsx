import { createOutput } from '@logyard/contract/outputs/outputs'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { Page } from '../../ui/page/page.tsx'
import { LaunchOutput } from './launch-output.tsx'
import { OutputList } from './output-list.tsx'
import { outputsQuery } from './output-queries.ts'

/** All outputs, to which messages are forwarded. */
export function OutputsScreen() {
  const t = useText()
  const mayCreate = useMay()(createOutput)
  const outputs = useQuery(outputsQuery(useCall()))
  const add = mayCreate ? <LaunchOutput /> : undefined
  return (
    <Page
      title={t('outputs.title')}
      description={t('outputs.description')}
      action={(outputs.data?.length ?? 0) > 0 && add}
    >
      <OutputList outputs={outputs} add={add} />
    </Page>
  )
}
