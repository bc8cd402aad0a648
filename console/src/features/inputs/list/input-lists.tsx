import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { Button, Group, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { useQueryValues, useSetQueryValues } from '../../../base/routes/location.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { inputStatesQuery } from '../../../cluster/cluster-queries.ts'
import { type LiveMetrics, useLiveMetrics } from '../../../cluster/live-metrics.ts'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { LoadingLines } from '../../../ui/page/loading.tsx'
import { InputDialog, type InputSubject } from '../form/input-dialog.tsx'
import { metricNamesOf } from '../input-figures.ts'
import { inputsQuery, inputTypesQuery } from '../input-queries.ts'
import { titleFilter } from './input-filter.ts'
import { InputSection } from './input-section.tsx'

const NONE: readonly InputSummary[] = []

/** The global and the local inputs with a filter; with `nodeId`, those of this node with their state there. */
export function InputLists({ nodeId }: { nodeId?: string }) {
  const t = useText()
  const call = useCall()
  const inputs = useQuery(inputsQuery(call))
  const types = useQuery(inputTypesQuery(call))
  const states = useQuery(inputStatesQuery(call))
  const filter = useQueryValues().get('query') ?? ''
  const dialog = useFormDialog<InputSubject>()
  const all = inputs.data ?? NONE
  const metrics = useLiveMetrics(useMemo(() => all.flatMap(metricNamesOf), [all]))
  useFailureToast(
    inputs.error,
    (status) => t('inputs.toast.listFailed', { status }),
    t('inputs.toast.listFailed.title'),
  )

  if (inputs.isError) return <LoadFailed error={inputs.error} onRetry={inputs.refetch} />
  if (types.isError) return <LoadFailed error={types.error} onRetry={types.refetch} />
  if (inputs.isPending || types.isPending) return <LoadingLines lines={6} />

  const matches = titleFilter(filter)
  const local = all.filter((input) => !input.global && (nodeId === undefined || input.node === nodeId))
  const shared = {
    types: types.data,
    states: ofNode(states.data, nodeId),
    metrics: liveOfNode(metrics, nodeId),
    nodeId,
    matches,
    onEdit: dialog.open,
  }
  return (
    <>
      {/* The key discards a typed draft when Back or a link changes the filter. */}
      <TitleFilter key={filter} filter={filter} />
      <InputSection kind="global" inputs={all.filter(({ global }) => global)} {...shared} />
      <InputSection kind="local" inputs={local} {...shared} />
      <InputDialog {...dialog} />
    </>
  )
}

function TitleFilter({ filter }: { filter: string }) {
  const t = useText()
  const setValues = useSetQueryValues()
  const [draft, setDraft] = useState(filter)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setValues({ query: draft.trim() })
  }
  return (
    <search>
      <form onSubmit={submit}>
        <Group gap="xs" mb="md">
          <TextInput
            size="xs"
            flex="0 1 360px"
            leftSection={<IconSearch size={14} />}
            aria-label={t('inputs.filter')}
            placeholder={t('inputs.filter')}
            value={draft}
            onChange={(event) => setDraft(event.currentTarget.value)}
          />
          <Button size="xs" variant="default" type="submit">
            {t('inputs.filter.button')}
          </Button>
          {filter !== '' && (
            <Button size="xs" variant="subtle" color="gray" onClick={() => setValues({ query: undefined })}>
              {t('ui.list.reset')}
            </Button>
          )}
        </Group>
      </form>
    </search>
  )
}

function ofNode<Value>(byNode: Readonly<Record<string, Value>> | undefined, nodeId: string | undefined) {
  if (byNode === undefined || nodeId === undefined) return byNode
  return Object.fromEntries(Object.entries(byNode).filter(([id]) => id === nodeId))
}

const liveOfNode = (live: LiveMetrics | undefined, nodeId: string | undefined) =>
  live === undefined || nodeId === undefined ? live : new Map([...live].filter(([id]) => id === nodeId))
