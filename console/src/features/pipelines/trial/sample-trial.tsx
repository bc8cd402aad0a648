import { getInput, listInputs } from '@logyard/contract/ingest/inputs'
import { Button, Group, Select } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import { pickQuery } from '../../../api/call-query.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { firstStream, processedStreamsQuery } from '../pipeline-queries.ts'
import { TrialOutcome } from './trial-outcome.tsx'
import { type TriedSource, useTrial } from './use-trial.ts'

const COUNTS = ['100', '1000', '10000'] as const

interface SampleTrialProps {
  readonly tried: TriedSource
  readonly isValid: boolean
}

/** The source on the newest messages of a stream or an input. */
export function SampleTrial({ tried, isValid }: SampleTrialProps) {
  const t = useText()
  const intl = useIntl()
  const options = useOptions()
  const [chosen, setChosen] = useState<string | null>(null)
  const [count, setCount] = useState<string>('1000')
  const [isOn, setIsOn] = useState(false)
  const origin = chosen ?? options.initial
  const messages = useMemo(() => {
    const [kind, id] = origin?.split(':') ?? []
    if (!isOn || id === undefined) return undefined
    return { [kind === 'input' ? 'input_id' : 'stream_id']: id, messages: Number(count) }
  }, [origin, count, isOn])
  const trial = useTrial(tried, messages, isValid)
  return (
    <>
      <Group gap="sm" align="flex-end" mb="sm">
        <Select
          flex="1 1 240px"
          maw={360}
          label={t('pipelines.trial.origin')}
          searchable
          allowDeselect={false}
          comboboxProps={{ keepMounted: false }}
          nothingFoundMessage={t('ui.list.noMatch')}
          renderOption={({ option }) => <span translate="no">{option.label}</span>}
          attributes={{ input: { translate: 'no' } }}
          data={options.groups}
          value={origin}
          onChange={setChosen}
        />
        <Select
          w={120}
          label={t('pipelines.trial.count')}
          allowDeselect={false}
          comboboxProps={{ keepMounted: false }}
          data={COUNTS.map((value) => ({ value, label: intl.formatNumber(Number(value)) }))}
          value={count}
          onChange={(next) => next !== null && setCount(next)}
        />
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={14} />}
          disabled={!isValid || origin === null}
          loading={trial.isRunning}
          loaderProps={{ type: 'dots' }}
          onClick={() => (isOn ? void trial.again() : setIsOn(true))}
        >
          {t('pipelines.trial.run')}
        </Button>
      </Group>
      <TrialOutcome trial={trial} />
    </>
  )
}

/** Streams and inputs, and the one to begin with. */
function useOptions() {
  const t = useText()
  const call = useCall()
  const streams = useQuery(processedStreamsQuery(call))
  const inputs = useQuery({
    ...pickQuery(call, ['inputs', 'for-trials'], ({ inputs: all }) => all, listInputs),
    enabled: useMay()(getInput),
  })
  const groupOf = (group: string, kind: string, all: readonly { readonly id: string; readonly title: string }[]) =>
    all.length === 0 ? [] : [{ group, items: all.map(({ id, title }) => ({ value: `${kind}:${id}`, label: title })) }]
  const stream = firstStream(streams.data ?? [])
  const input = inputs.data?.[0]?.id
  // An input has what pipelines see; the default stream is empty where other streams take all messages out of it.
  const initial = input === undefined ? stream && `stream:${stream}` : `input:${input}`
  return {
    groups: [
      ...groupOf(t('pipelines.trial.streams'), 'stream', streams.data ?? []),
      ...groupOf(t('pipelines.trial.inputs'), 'input', inputs.data ?? []),
    ],
    initial: inputs.isLoading ? null : (initial ?? null),
  }
}
