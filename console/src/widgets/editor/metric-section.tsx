import { SERIES_FUNCTIONS } from '@logyard/contract/search/search-types'
import type { Series } from '@logyard/contract/views/view-state'
import { Code, Group, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import { FieldSelect } from '../../messages-table/fields/field-select.tsx'
import type { KnownField } from '../../query/fields/field-types.ts'
import { SortableList } from '../../ui/sortable-list/sortable-list.tsx'
import { seriesOf } from '../../view-document/model/aggregation-config.ts'
import {
  letterOf,
  PERCENTILES,
  parseSeries,
  type SeriesFunction,
  seriesName,
  writeSeries,
} from '../../view-document/model/series-function.ts'
import { MetricUnit } from './metric-unit.tsx'

export interface MetricSectionProps {
  readonly series: readonly Series[]
  readonly onChange: (series: Series[]) => void
}

const isFunction = (name: string): name is SeriesFunction => SERIES_FUNCTIONS.some((known) => known === name)

/** The fields that the function supports; `undefined` if it supports all. */
function suited(name: SeriesFunction): ((field: KnownField) => boolean) | undefined {
  if (name === 'count' || name === 'card') return undefined
  const takesDates = name === 'min' || name === 'max'
  return ({ type }) => type.properties.includes('numeric') || (takesDates && type.type === 'date')
}

/** The metrics of each group: a function, then its field; a click on a metric opens its name. */
export function MetricSection({ series, onChange }: MetricSectionProps) {
  const t = useText()
  const [pending, setPending] = useState<SeriesFunction>()
  const [percentile, setPercentile] = useState<number>()
  const add = (text: string) => {
    setPending(undefined)
    setPercentile(undefined)
    if (!series.some((one) => one.function === text)) onChange([...series, seriesOf(text)])
  }
  const pick = (name: string | null) => {
    if (name === null) return
    if (name === 'count()') add(name)
    else if (isFunction(name)) {
      setPending(name)
      setPercentile(undefined)
    }
  }
  const functions = SERIES_FUNCTIONS.filter((name) => name !== 'count')
  const needsPercentile = pending === 'percentile' && percentile === undefined
  return (
    <Stack gap={4}>
      <Select
        size="xs"
        label={t('widgets.editor.metrics')}
        description={t('widgets.editor.metrics.help')}
        placeholder={t('widgets.editor.addMetric')}
        searchable
        data={[
          { value: 'count()', label: 'count()' },
          { value: 'count', label: t('widgets.editor.function.count') },
          ...functions.map((name) => ({ value: name, label: t(`widgets.editor.function.${name}`) })),
        ]}
        value={pending ?? null}
        onChange={pick}
      />
      {pending !== undefined && (
        <Group gap="xs" grow align="flex-end">
          {pending === 'percentile' && (
            <Select
              size="xs"
              label={t('widgets.editor.percentile')}
              data={PERCENTILES.map(String)}
              value={percentile === undefined ? null : String(percentile)}
              onChange={(value) => setPercentile(value === null ? undefined : Number(value))}
            />
          )}
          {!needsPercentile && (
            <FieldSelect
              label={t('widgets.editor.metricField')}
              placeholder={t('widgets.editor.chooseField')}
              isOffered={suited(pending)}
              onPick={(field) =>
                add(writeSeries({ type: pending, field, ...(percentile === undefined ? {} : { percentile }) }))
              }
            />
          )}
        </Group>
      )}
      <SortableList
        label={t('widgets.editor.metrics')}
        items={series}
        nameOf={seriesName}
        hintOf={(one) => (seriesName(one) === one.function ? undefined : one.function)}
        controlOf={(one) => (
          <Code fz="xs" title={t('widgets.formulas.letter')}>
            {letterOf(series.indexOf(one))}
          </Code>
        )}
        onChange={onChange}
        settings={(one, replace) => (
          <Stack gap="xs">
            <MetricName
              series={one}
              others={series.filter((other) => other !== one).map(seriesName)}
              onChange={replace}
            />
            <MetricUnit series={one} onChange={replace} />
          </Stack>
        )}
      />
    </Stack>
  )
}

function MetricName({
  series,
  others,
  onChange,
}: {
  series: Series
  others: readonly string[]
  onChange: (series: Series) => void
}) {
  const t = useText()
  const [name, setName] = useState(series.config.name ?? '')
  const isTaken = name.trim() !== '' && others.includes(name.trim())
  const call = parseSeries(series.function)
  const commit = () => {
    if (!isTaken) onChange({ ...series, config: { ...series.config, name: name.trim() === '' ? null : name.trim() } })
  }
  return (
    <TextInput
      size="xs"
      label={t('widgets.editor.metricName')}
      placeholder={call === undefined ? series.function : writeSeries(call)}
      value={name}
      error={isTaken ? t('widgets.editor.metricName.taken') : undefined}
      onChange={(event) => setName(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}
