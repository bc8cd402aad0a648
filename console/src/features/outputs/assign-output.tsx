import { Button, Group, Select } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useAssignOutput } from './output-actions.ts'
import { outputsOfStreamQuery, outputsQuery } from './output-queries.ts'

/** Assigns an existing output to a stream. */
export function AssignOutput({ streamId }: { readonly streamId: string }) {
  const t = useText()
  const call = useCall()
  const all = useQuery(outputsQuery(call))
  const assigned = useQuery(outputsOfStreamQuery(call, streamId))
  const assign = useAssignOutput(streamId)
  const [chosen, setChosen] = useState<string | null>(null)
  const taken = new Set(assigned.data?.map(({ id }) => id))
  const free = (all.data ?? []).filter(({ id }) => !taken.has(id))
  const choice = free.find(({ id }) => id === chosen)
  const isKnown = all.data !== undefined && assigned.data !== undefined
  return (
    <Group gap="xs" wrap="nowrap" maw="100%">
      <Select
        searchable
        flex="0 1 240px"
        miw={0}
        attributes={{ dropdown: { translate: 'no' }, input: { translate: 'no' } }}
        aria-label={t('outputs.assign.select')}
        placeholder={t(isKnown && free.length === 0 ? 'outputs.assign.none' : 'outputs.assign.select')}
        nothingFoundMessage={t('outputs.assign.nothingFound')}
        data={free.map(({ id, title }) => ({ value: id, label: title }))}
        value={choice?.id ?? null}
        onChange={setChosen}
        disabled={!isKnown || free.length === 0}
      />
      <Button
        variant="default"
        flex="none"
        leftSection={<IconPlus size={15} />}
        disabled={choice === undefined}
        loading={assign.isPending}
        onClick={() => choice !== undefined && assign.mutate(choice.id, { onSuccess: () => setChosen(null) })}
      >
        {t('outputs.assign')}
      </Button>
    </Group>
  )
}
