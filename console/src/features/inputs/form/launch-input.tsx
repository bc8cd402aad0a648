import type { InputTypeInfo } from '@logyard/contract/ingest/inputs'
import { Button, Group, Select } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { inputTypesQuery } from '../input-queries.ts'
import classes from '../inputs.module.css'
import { InputDialog, type InputSubject } from './input-dialog.tsx'

/** Picks a type and opens the form for a new input of it. */
export function LaunchInput() {
  const t = useText()
  const may = useMay()
  const types = useQuery({ ...inputTypesQuery(useCall()), enabled: may('inputs:create') })
  const [chosen, setChosen] = useState<string | null>(null)
  const dialog = useFormDialog<InputSubject>()
  useFailureToast(
    types.error,
    (status) => t('inputs.toast.typesFailed', { status }),
    t('inputs.toast.listFailed.title'),
  )
  if (!may('inputs:create')) return null
  const type = types.data?.[chosen ?? '']
  return (
    <Group gap="xs" wrap="nowrap" className={classes['launch'] ?? ''}>
      <Select
        searchable
        className={classes['picker'] ?? ''}
        attributes={{ dropdown: { translate: 'no' }, input: { translate: 'no' } }}
        aria-label={t('inputs.launch.select')}
        placeholder={
          types.data !== undefined && isNone(types.data) ? t('inputs.launch.none') : t('inputs.launch.select')
        }
        nothingFoundMessage={t('inputs.launch.nothingFound')}
        data={typeOptions(types.data ?? {})}
        value={chosen}
        onChange={setChosen}
        disabled={types.data === undefined || isNone(types.data)}
      />
      <Button
        className={classes['launchButton'] ?? ''}
        leftSection={<IconPlayerPlay size={15} />}
        disabled={type === undefined}
        onClick={() => type !== undefined && dialog.open({ type })}
      >
        {t('inputs.launch')}
      </Button>
      <InputDialog {...dialog} />
    </Group>
  )
}

type Types = Readonly<Record<string, InputTypeInfo>>

const isNone = (types: Types) => Object.keys(types).length === 0

const typeOptions = (types: Types) =>
  Object.values(types)
    .map(({ type, name }) => ({ value: type, label: name }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en', { sensitivity: 'base' }))
