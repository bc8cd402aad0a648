import { addStreamOutputs, createOutput, listOutputs } from '@logyard/contract/outputs/outputs'
import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouteParams } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Page } from '../../ui/page/page.tsx'
import { AssignOutput } from './assign-output.tsx'
import { LaunchOutput } from './launch-output.tsx'
import { OutputList } from './output-list.tsx'
import { outputsOfStreamQuery, streamOfOutputsQuery } from './output-queries.ts'

/** The outputs to which one stream's messages are forwarded. */
export function StreamOutputsScreen() {
  const t = useText()
  const call = useCall()
  const may = useMay()
  const { id } = useRouteParams(routes.streamOutputs)
  const stream = useQuery(streamOfOutputsQuery(call, id))
  const outputs = useQuery(outputsOfStreamQuery(call, id))
  const mayAssign = may([addStreamOutputs, listOutputs], { id })
  const add = mayAssign ? (
    <Group gap="md" mb="md">
      {may(createOutput) && <LaunchOutput streamId={id} />}
      <AssignOutput streamId={id} />
    </Group>
  ) : undefined
  return (
    <Loaded query={stream} isPageEntity>
      {({ title }) => (
        <Page title={t('outputs.ofStream')} subject={title} description={t('outputs.ofStream.description')}>
          {(outputs.data?.length ?? 0) > 0 && add}
          <OutputList outputs={outputs} streamId={id} add={add} />
        </Page>
      )}
    </Loaded>
  )
}
