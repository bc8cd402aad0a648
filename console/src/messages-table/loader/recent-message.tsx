import { listInputs } from '@logyard/contract/ingest/inputs'
import { Button, Group, Select } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { statusText } from '../../api/api-error.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useNotify } from '../../base/toasts/notify.tsx'
import type { LoadedMessage } from './loaded-message.ts'
import classes from './message-loader.module.css'
import { newestMessage } from './newest-message.ts'

interface RecentMessageProps {
  /** `undefined`: the user selects one. */
  readonly inputId: string | undefined
  readonly onLoad: (message: LoadedMessage) => void
}

export function RecentMessage({ inputId, onLoad }: RecentMessageProps) {
  const t = useText()
  const call = useCall()
  const notify = useNotify()
  const [selected, setSelected] = useState<string | null>(null)
  const wanted = inputId ?? selected
  const load = useMutation({
    mutationFn: (id: string) => newestMessage(call, id),
    onSuccess(message) {
      if (message === undefined) notify.error(t('messages.load.noRecent'))
      else onLoad(message)
    },
    onError: (error) =>
      notify.error(t('messages.load.failed', { status: statusText(error) }), t('messages.load.failed.title')),
  })
  return (
    <Group align="flex-end" gap="sm">
      {inputId === undefined && <InputSelect value={selected} onChange={setSelected} />}
      <Button
        variant="default"
        disabled={wanted === null || load.isPending}
        onClick={() => wanted !== null && load.mutate(wanted)}
      >
        {t(load.isPending ? 'messages.load.loading' : 'messages.load.load')}
      </Button>
    </Group>
  )
}

function InputSelect({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const t = useText()
  const call = useCall()
  const inputs = useQuery({
    queryKey: ['inputs', 'for-message-loader'],
    queryFn: async ({ signal }) => (await call(listInputs, { signal })).inputs,
  })
  const options = (inputs.data ?? [])
    .map(({ id, title, name }) => ({ value: id, label: `${title} (${name})` }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  return (
    <Select
      className={classes['field'] ?? ''}
      label={t('messages.load.input')}
      placeholder={t('messages.load.input.choose')}
      data={options}
      value={value}
      searchable
      // Screen readers would announce a closed list that stays mounted.
      comboboxProps={{ keepMounted: false }}
      renderOption={({ option }) => <span translate="no">{option.label}</span>}
      onChange={onChange}
    />
  )
}
